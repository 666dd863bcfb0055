//! What came out for one test, and what all of them come to.

use std::fmt;
use std::path::PathBuf;

use heddle_verdict::{Place, Report, Verdict};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use super::entry::is_entry;
use super::settings::Wishes;
use crate::Covered;

/// The name of a test. Shown as `com.acme.CounterTest#adds[2]`, or `[1][2]` if its class has parameters too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TestName {
    /// The class, as `Class.getName` gives it.
    pub class: String,
    /// The method; with the types of its parameters if there are several of this name.
    pub method: String,
    /// Which call it is, from 1: of each parameterised class around the test, the outermost first, then of the test.
    pub calls: Vec<u64>,
}

impl fmt::Display for TestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.class, self.method)?;
        self.calls.iter().try_for_each(|call| write!(f, "[{call}]"))
    }
}

/// What came out for a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TestStatus {
    /// No run violates a property.
    Proved,
    /// Some run fails, or violates another property.
    Violated,
    /// No run within the limits does.
    Bounded,
    /// The test, or something that it uses, cannot be executed.
    Unknown,
    /// It is disabled, or an assumption of it does not hold.
    Skipped,
}

impl TestStatus {
    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Violated => "violated",
            Self::Bounded => "bounded",
            Self::Unknown => "unknown",
            Self::Skipped => "skipped",
        }
    }
}

/// What came out for one test.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TestResult {
    /// Its name: class, method, and the number of the call if it is parameterised.
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub name: TestName,
    /// The verdict.
    pub status: TestStatus,
    /// Whether this is what the test's author wants: proved or skipped, unless `@HeddleTest` says otherwise.
    pub passed: bool,
    /// Why it was skipped or not checked, or is not what the author wants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the answer leaves out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caveat: Option<String>,
    /// The violation is that of a saved run, executed again; nothing was searched.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub replayed: bool,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The report of the check; none for a test that was not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<Report>,
    /// The file that the run to the first violation was saved to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<PathBuf>,
    /// Which lines of the program some thread came to, if that was asked for.
    #[serde(skip)]
    pub coverage: Option<Vec<Covered>>,
}

fn as_text<S: Serializer>(name: &TestName, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(name)
}

impl TestResult {
    pub(super) fn concluded(&mut self, mut report: Report) {
        hide_entry(&mut report);
        self.status = match report.verdict {
            Verdict::Proved => TestStatus::Proved,
            Verdict::Violated { .. } => TestStatus::Violated,
            Verdict::Bounded { .. } => TestStatus::Bounded,
            Verdict::Unknown { .. } => TestStatus::Unknown,
        };
        self.report = Some(report);
    }

    /// Decides whether this is what the author wants.
    pub(super) fn judge(&mut self, wishes: &Wishes) {
        self.passed = match self.status {
            TestStatus::Skipped => true,
            TestStatus::Violated => wishes.expects_violation(),
            _ if wishes.expects_violation() => false,
            TestStatus::Proved => true,
            TestStatus::Bounded => wishes.accepts_bounded(),
            TestStatus::Unknown => false,
        };
        if wishes.expects_violation() && !self.passed && self.reason.is_none() {
            self.reason = Some("a violation was expected".into());
        }
    }
}

/// Takes the frames of the generated entry out of the stacks of violations; a stack of nothing else keeps them.
fn hide_entry(report: &mut Report) {
    let hide = |stack: &mut Vec<Place>| {
        if stack.iter().any(|place| !is_entry(&place.class)) {
            stack.retain(|place| !is_entry(&place.class));
        }
    };
    let found = match &mut report.verdict {
        Verdict::Violated { violations } => &mut violations[..],
        _ => &mut [],
    };
    for violation in found.iter_mut().chain(&mut report.warnings) {
        violation.stacks_mut().for_each(hide);
    }
}

/// The exit code of a command that checked tests: 1 if one fails, else 3 if one could not be checked, else 2 if the
/// search of one was cut short.
pub fn tests_exit_code(results: &[TestResult]) -> u8 {
    let code = |result: &TestResult| match result.status {
        _ if result.passed => 0,
        TestStatus::Violated | TestStatus::Proved | TestStatus::Skipped => 1,
        TestStatus::Unknown => 3,
        TestStatus::Bounded => 2,
    };
    let codes: Vec<u8> = results.iter().map(code).collect();
    [1, 3, 2].into_iter().find(|wanted| codes.contains(wanted)).unwrap_or(0)
}
