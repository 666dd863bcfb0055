//! What the author of a test wants of its check, as `@HeddleTest` on the method or its class says.

use heddle_explore::{Bound, Severity};
use heddle_verdict::Timeouts;

use super::names::own;
use crate::CheckOptions;
use crate::annotation::Annotation;

/// What differs from the options of all tests.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Wishes {
    time: Option<String>,
    races: Option<String>,
    /// Seconds.
    timeout: Option<u64>,
    preemptions: Option<u32>,
    /// A violation is expected.
    pub expects_violation: bool,
    /// A search that was cut short is good enough.
    pub accepts_bounded: bool,
}

impl Wishes {
    /// What the annotation of the method says, then that of the class.
    pub fn of(method: &[Annotation], class: &[Annotation]) -> Self {
        let given: Vec<&Annotation> = method.iter().chain(class).filter(|one| one.of == own::HEDDLE_TEST).collect();
        let text = |name: &str| given.iter().find_map(|one| one.text(name)).filter(|text| text != "DEFAULT");
        let number = |name: &str| given.iter().find_map(|one| one.number(name)).filter(|number| *number >= 0);
        Self {
            time: text("time"),
            races: text("races"),
            timeout: number("timeout").and_then(|seconds| u64::try_from(seconds).ok()),
            preemptions: number("preemptions").and_then(|most| u32::try_from(most).ok()),
            expects_violation: text("expect").as_deref() == Some("VIOLATION"),
            accepts_bounded: text("bounded").as_deref() == Some("PASS"),
        }
    }

    /// Options of one test.
    pub fn applied(&self, options: &CheckOptions) -> CheckOptions {
        let mut options = options.clone();
        match self.time.as_deref() {
            Some("ANY") => options.semantics.timeouts = Timeouts::Any,
            Some("LAST") => options.semantics.timeouts = Timeouts::Last,
            _ => {}
        }
        match self.races.as_deref() {
            Some("ERROR") => options.races = Severity::Error,
            Some("WARN") => options.races = Severity::Warning,
            Some("OFF") => options.races = Severity::Off,
            _ => {}
        }
        if let Some(seconds) = self.timeout {
            options.limits.seconds = Some(seconds);
        }
        if let Some(most) = self.preemptions {
            options.bound = Bound::Preemptions(most);
        }
        options
    }
}
