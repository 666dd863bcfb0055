//! A trace: what happened in a run, step by step, in words and values of the source program.

use serde::{Deserialize, Serialize};

use crate::ThreadId;

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// As Java writes it: `bank.Account$Entry`.
    pub class: String,
    pub method: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Belongs to the checked program, not to the JDK.
    pub user: bool,
}

impl std::fmt::Display for Place {
    /// As in a Java stack trace.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.class, self.method)?;
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "({file}:{line})"),
            (Some(file), None) => write!(f, "({file})"),
            _ => write!(f, "(Unknown Source)"),
        }
    }
}

/// What a step did, as far as another thread could notice. Objects, fields and values are named as
/// the trace shows them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Action {
    /// Nothing that others notice.
    Local,
    Read {
        what: String,
        value: String,
        plain: bool,
    },
    Write {
        what: String,
        old: String,
        new: String,
        plain: bool,
    },
    /// One atomic read and write, such as a compare-and-set.
    Update {
        what: String,
        old: String,
        new: String,
    },
    Copy {
        from: String,
        to: String,
    },
    Lock {
        what: String,
    },
    Unlock {
        what: String,
    },
    /// Gives the monitor back and joins the wait set.
    Wait {
        what: String,
    },
    /// Takes the monitor again after having been in the wait set.
    Resume {
        what: String,
    },
    /// Leaves the wait set, or goes on after parking or sleeping, because the time is up.
    TimeOut,
    /// Leaves the wait set because of an interrupt.
    WakeInterrupted,
    /// Leaves the wait set, or goes on after parking, without a reason.
    WakeSpuriously,
    Notify {
        what: String,
        all: bool,
        woken: Vec<ThreadId>,
    },
    /// A method of a collection or synchroniser of the JDK that the program calls.
    Call {
        what: String,
        method: String,
    },
    /// `Condition.signal` or `signalAll`, and whether anybody waited.
    Signal {
        what: String,
        heard: bool,
    },
    Park,
    Unpark {
        thread: String,
    },
    Start {
        thread: String,
    },
    Alive {
        thread: String,
    },
    Interrupt {
        thread: String,
    },
    Interrupted {
        thread: String,
    },
    Sleep,
    /// Looks at the clock, perhaps long after it was last looked at.
    Clock {
        later: bool,
    },
    Yield,
    SetPriority {
        thread: String,
    },
    /// Gets a processor.
    Dispatch,
    Initialize {
        class: String,
    },
    Print,
    Choose {
        value: u32,
        of: u32,
    },
    End,
    /// Anything else that all threads notice, such as the exit of the virtual machine.
    Global,
}

/// Text that a step printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Printed {
    pub stderr: bool,
    pub text: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    pub thread: ThreadId,
    /// Where the thread stood, innermost frame first.
    pub stack: Vec<Place>,
    pub action: Action,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<Printed>,
    /// Atoms of a temporal property that this step changed, and what they have become.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<(String, bool)>,
    /// An exception that left the thread in this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncaught: Option<String>,
    /// What the thread had done by itself since its step before, if the run was looked at instruction by
    /// instruction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Deed>,
    /// What it did afterwards in the same step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Deed>,
}

/// Something done inside a step that others do not notice at once, but that a reader wants to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deed {
    pub thread: ThreadId,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    pub action: Action,
    /// What it printed; `Step::printed` has the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<Printed>,
}

impl Step {
    /// The innermost place in the checked program, else the innermost at all.
    pub fn place(&self) -> Option<&Place> {
        self.stack.iter().find(|place| place.user).or(self.stack.first())
    }
}

/// A run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Trace {
    /// Names of the threads, by index.
    pub threads: Vec<String>,
    pub steps: Vec<Step>,
    /// Whether what was done within the steps is known too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub expanded: bool,
}

impl Trace {
    /// How often a step was not of the same thread as the one before.
    pub fn switches(&self) -> usize {
        self.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
    }
}
