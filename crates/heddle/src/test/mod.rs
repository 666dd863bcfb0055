//! Checks the tests of a program: those that annotations in its class files name, each by a small program of its
//! own that calls it as its framework would. Nothing of the framework is executed around a test, and nothing of the
//! program outside of Heddle.

mod classes;
mod convert;
mod csv;
mod discover;
mod entry;
mod names;
mod parameters;
mod plan;
mod result;
mod saved;
mod select;
mod settings;

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use heddle_verdict::{Kind, Report, Verdict, Violation};

use crate::{CheckOptions, Error, Project, Supervision, check};
use discover::Obstacle;
use entry::ENDS_ABORTED;
use names::ABORTED;
use plan::{Planned, plan};
pub use result::{TestName, TestResult, TestStatus, tests_exit_code};
use saved::SavedRuns;

/// What can be decided about checking tests.
#[derive(Clone, Debug, Default)]
pub struct TestOptions {
    /// How each test is checked. `jobs` counts for all of them: how many are checked at the same time.
    pub check: CheckOptions,
    /// Only these tests: a name such as `com.acme.CounterTest#increments`, that of a class, with or without its
    /// package; `*` stands for any text. All if there are none.
    pub select: Vec<String>,
    /// Where runs to violations are saved. A test that has one there is replayed before it is checked.
    pub runs: Option<PathBuf>,
}

/// Checks the tests of a program, in the order of their names. The observer is told of each when it ends.
pub fn test(project: &Project, options: &TestOptions, supervision: &Supervision<'_>) -> Result<Vec<TestResult>, Error> {
    let (compiled, tests) = plan(project, &options.select)?;
    let runs = options.runs.as_deref().map(SavedRuns::open).transpose()?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = options.check.jobs.unwrap_or(cores).max(1);
    let workers = jobs.min(tests.len()).max(1);
    let each = CheckOptions { jobs: Some((jobs / workers).max(1)), ..options.check.clone() };
    let question = Question { compiled: &compiled, options: &each, runs: runs.as_ref(), supervision };
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Result<TestResult, Error>)>> = Mutex::default();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(test) = tests.get(at) else { break };
                    let result = question.answer(test);
                    if let Ok(result) = &result {
                        supervision.observer.tested(result);
                    }
                    results.lock().expect("no panic while holding the lock").push((at, result));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("no panic while holding the lock");
    results.sort_by_key(|(at, _)| *at);
    results.into_iter().map(|(_, result)| result).collect()
}

/// The program of one test, by the name that saved runs give it.
pub(crate) fn open_test(project: &Project, name: &str) -> Result<Project, Error> {
    let (compiled, tests) = plan(project, &[name.to_owned()])?;
    let one = tests.iter().find(|test| test.name.to_string() == name).or(tests.first());
    let entry = one.and_then(|test| test.entry.as_ref().ok());
    let entry = entry.ok_or_else(|| Error::Usage(format!("the test {name} cannot be checked")))?;
    compiled.with_entry(entry, name, project.target().arguments.clone())
}

struct Question<'q, 'o> {
    compiled: &'q Project,
    options: &'q CheckOptions,
    runs: Option<&'q SavedRuns>,
    supervision: &'q Supervision<'o>,
}

impl Question<'_, '_> {
    fn answer(&self, test: &Planned) -> Result<TestResult, Error> {
        let begin = Instant::now();
        let mut result = TestResult {
            name: test.name.clone(),
            status: TestStatus::Unknown,
            passed: false,
            reason: None,
            unheeded: test.unheeded.clone().filter(|_| test.entry.is_ok()),
            replayed: false,
            seconds: 0.0,
            report: None,
            run: None,
            coverage: None,
        };
        match &test.entry {
            _ if self.supervision.cancel.is_cancelled() => result.reason = Some("interrupted before its turn".into()),
            Err(Obstacle::Skipped(why)) => {
                (result.status, result.reason) = (TestStatus::Skipped, Some(why.clone()));
            }
            Err(Obstacle::Unsupported(why)) => result.reason = Some(why.clone()),
            Ok(entry) => self.check(test, entry, &mut result)?,
        }
        result.judge(&test.wishes);
        result.seconds = begin.elapsed().max(Duration::from_millis(1)).as_secs_f64();
        Ok(result)
    }

    fn check(&self, test: &Planned, entry: &str, result: &mut TestResult) -> Result<(), Error> {
        let name = test.name.to_string();
        let project = self.compiled.with_entry(entry, &name, vec![])?;
        if let Some((violation, file)) = self.runs.and_then(|runs| runs.replayed(&name, &project)) {
            result.concluded(replayed_report(&project, violation));
            (result.replayed, result.run) = (true, Some(file));
            return Ok(());
        }
        let options = test.wishes.applied(self.options);
        // What a search says while many run side by side would only mix.
        let quiet = Supervision { observer: &(), cancel: self.supervision.cancel.clone() };
        let mut checked = match check(&project, &options, &quiet) {
            Err(error @ Error::Internal(_)) => return Err(error),
            Err(error) => {
                result.reason = Some(error.to_string());
                return Ok(());
            }
            Ok(checked) => checked,
        };
        let mut saves = project;
        let aborted = aborted(&checked.report.verdict);
        if aborted.is_some() {
            saves = self.compiled.with_entry(entry, &name, vec![ENDS_ABORTED.into()])?;
            checked = check(&saves, &options, &quiet)?;
        }
        let saved = match (self.runs, &checked.run) {
            (Some(runs), Some(run)) => runs.save(&name, run, &saves)?,
            (Some(runs), None) => {
                runs.forget(&name);
                None
            }
            (None, _) => None,
        };
        let is_proved = checked.report.verdict == Verdict::Proved;
        result.concluded(checked.report);
        (result.run, result.coverage) = (saved, checked.coverage);
        if let (Some(message), true) = (aborted, is_proved) {
            (result.status, result.reason) = (TestStatus::Skipped, Some(message));
        }
        Ok(())
    }
}

/// The message of an assumption that did not hold.
fn aborted(verdict: &Verdict) -> Option<String> {
    let Verdict::Violated { violations } = verdict else { return None };
    match &violations.first()?.kind {
        Kind::Uncaught { class, exception, .. } if ABORTED.contains(&class.replace('.', "/").as_str()) => {
            let message = exception.split_once(": ").map(|(_, message)| message);
            Some(message.unwrap_or("an assumption does not hold").to_owned())
        }
        _ => None,
    }
}

/// The report of a run that was executed again instead of a search.
fn replayed_report(project: &Project, violation: Violation) -> Report {
    Report {
        program: project.target().program.clone(),
        verdict: Verdict::Violated { violations: vec![violation] },
        warnings: vec![],
        outcomes: None,
        statistics: heddle_verdict::Statistics::default(),
        tried: vec![],
        assumptions: vec![],
        refuted: std::collections::BTreeSet::new(),
    }
}
