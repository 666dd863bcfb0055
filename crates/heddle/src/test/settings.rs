//! What differs for one test from the options of all: as `@HeddleTest` on the method or its class says, and as the user
//! says for tests of some names.

use std::str::FromStr;

use heddle_explore::{Bound, Severity};
use heddle_verdict::{Seconds, Timeouts};

use super::names::own;
use super::result::TestName;
use super::select::is_meant;
use crate::annotation::Annotation;
use crate::{CheckOptions, CheckedModel};

/// What differs from the options of all tests.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    time: Option<Timeouts>,
    races: Option<Severity>,
    timeout: Option<Seconds>,
    preemptions: Option<u32>,
    max_states: Option<u64>,
    /// The test is executed under the Java memory model.
    java_memory_model: Option<bool>,
    expects_violation: Option<bool>,
    accepts_bounded: Option<bool>,
}

/// Settings for the tests that a pattern means. Written `PATTERN:timeout=120,preemptions=2,bounded=pass`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForTests {
    pattern: String,
    wishes: Wishes,
}

impl Wishes {
    /// What the annotation of the method says, then those of its class and of the classes around it.
    pub fn of(method: &[Annotation], class: &[Annotation]) -> Self {
        let given: Vec<&Annotation> = method.iter().chain(class).filter(|one| one.of == own::HEDDLE_TEST).collect();
        let mut wishes = Self::default();
        let names = ["time", "races", "expect", "bounded"].map(|name| (name, name));
        for (name, key) in names.into_iter().chain([("memoryModel", "memory-model")]) {
            let text = given.iter().find_map(|one| one.text(name)).filter(|text| text != "DEFAULT");
            // The annotation has no other values.
            text.map(|text| wishes.set(key, &text.to_ascii_lowercase()));
        }
        for name in ["timeout", "preemptions"] {
            let number = given.iter().find_map(|one| one.number(name)).filter(|number| *number >= 0);
            number.map(|number| wishes.set(name, &number.to_string()));
        }
        wishes
    }

    /// Sets what a key stands for; the error says which keys and values there are.
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let fits = |values: &str| format!("{key} is one of {values}, not {value:?}");
        match (key, value) {
            ("time", "any") => self.time = Some(Timeouts::Any),
            ("time", "last") => self.time = Some(Timeouts::Last),
            ("time", _) => return Err(fits("any, last")),
            ("races", "error") => self.races = Some(Severity::Error),
            ("races", "warn") => self.races = Some(Severity::Warning),
            ("races", "off") => self.races = Some(Severity::Off),
            ("races", _) => return Err(fits("error, warn, off")),
            ("expect", "proof" | "violation") => self.expects_violation = Some(value == "violation"),
            ("expect", _) => return Err(fits("proof, violation")),
            ("bounded", "pass" | "fail") => self.accepts_bounded = Some(value == "pass"),
            ("bounded", _) => return Err(fits("pass, fail")),
            ("memory-model", "sc" | "jmm") => self.java_memory_model = Some(value == "jmm"),
            ("memory-model", _) => return Err(fits("sc, jmm")),
            ("timeout", _) => self.timeout = Some(value.parse()?),
            ("preemptions", _) => self.preemptions = Some(number(key, value)?),
            ("max-states", _) => self.max_states = Some(number(key, value)?),
            _ => {
                return Err(format!(
                    "there is no {key:?}; there are timeout, preemptions, max-states, time, races, memory-model, bounded and \
                     expect"
                ));
            }
        }
        Ok(())
    }

    /// The same, with what is said for a test of this name; the last word counts.
    pub fn with(self, said: &[ForTests], name: &TestName) -> Self {
        said.iter().filter(|one| is_meant(&one.pattern, name)).fold(self, |own, ForTests { wishes, .. }| Self {
            time: wishes.time.or(own.time),
            races: wishes.races.or(own.races),
            timeout: wishes.timeout.or(own.timeout),
            preemptions: wishes.preemptions.or(own.preemptions),
            max_states: wishes.max_states.or(own.max_states),
            java_memory_model: wishes.java_memory_model.or(own.java_memory_model),
            expects_violation: wishes.expects_violation.or(own.expects_violation),
            accepts_bounded: wishes.accepts_bounded.or(own.accepts_bounded),
        })
    }

    /// A violation is expected.
    pub fn expects_violation(&self) -> bool {
        self.expects_violation == Some(true)
    }

    /// A search that was cut short is good enough.
    pub fn accepts_bounded(&self) -> bool {
        self.accepts_bounded == Some(true)
    }

    /// The answer has to hold for the Java memory model.
    pub fn wants_java_memory_model(&self) -> bool {
        self.java_memory_model == Some(true)
    }

    /// Options of one test.
    pub fn applied(&self, options: &CheckOptions) -> CheckOptions {
        let mut options = options.clone();
        options.semantics.timeouts = self.time.unwrap_or(options.semantics.timeouts);
        if self.wants_java_memory_model() {
            options.memory_model = CheckedModel::Java;
            // What races lead to is looked for, so that they are no violations by themselves.
            options.races = Severity::Warning;
        }
        options.races = self.races.unwrap_or(options.races);
        options.limits.seconds = self.timeout.or(options.limits.seconds);
        options.max_states = self.max_states.or(options.max_states);
        options.bound = self.preemptions.map_or(options.bound, Bound::Preemptions);
        options
    }
}

fn number<N: FromStr>(key: &str, value: &str) -> Result<N, String> {
    value.parse().map_err(|_| format!("{key} is a number, not {value:?}"))
}

impl FromStr for ForTests {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "write PATTERN:KEY=VALUE, as in '*QueueTest*:timeout=120,bounded=pass'";
        let (pattern, settings) = text.split_once(':').ok_or(form)?;
        let mut wishes = Wishes::default();
        for setting in settings.split(',').map(str::trim) {
            let (key, value) = setting.split_once('=').ok_or(form)?;
            wishes.set(key.trim(), value.trim())?;
        }
        Ok(Self { pattern: pattern.trim().to_owned(), wishes })
    }
}

#[cfg(test)]
mod tests {
    use heddle_explore::Bound;

    use super::{ForTests, TestName, Wishes};
    use crate::CheckOptions;

    #[test]
    fn the_last_word_counts() {
        let said: Vec<ForTests> = ["*:timeout=5,bounded=pass", "QueueTest#*:preemptions=2", "*#takes:timeout=0.5"]
            .iter()
            .map(|text| text.parse().expect("well formed"))
            .collect();
        let name = |method: &str| TestName { class: "com.acme.QueueTest".into(), method: method.into(), calls: vec![] };
        let takes = Wishes::default().with(&said, &name("takes"));
        let options = takes.applied(&CheckOptions::default());
        assert_eq!(options.limits.seconds.map(|seconds| seconds.to_string()).as_deref(), Some("0.5"));
        assert!(options.bound == Bound::Preemptions(2) && takes.accepts_bounded() && !takes.expects_violation());
        let puts = Wishes::default().with(&said[..1], &name("puts")).applied(&CheckOptions::default());
        assert_eq!(puts.limits.seconds.map(|seconds| seconds.to_string()).as_deref(), Some("5"));
    }

    #[test]
    fn mistakes_are_named() {
        for (text, says) in [
            ("timeout=3", "write PATTERN:KEY=VALUE"),
            ("*:timeout", "write PATTERN:KEY=VALUE"),
            ("*:timeout=soon", "write seconds"),
            ("*:races=no", "races is one of error, warn, off"),
            ("*:depth=3", "there is no \"depth\""),
            ("*:preemptions=-1", "preemptions is a number"),
        ] {
            let problem = text.parse::<ForTests>().expect_err(text);
            assert!(problem.contains(says), "{text}: {problem}");
        }
    }
}
