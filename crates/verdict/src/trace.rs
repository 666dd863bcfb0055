//! A trace: what happened in a run, step by step, in words and values of the source program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ThreadId, Timeline};

/// A place in the source.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// As Java writes it: `bank.Account$Entry`.
    pub class: String,
    /// The name of the method.
    pub method: String,
    /// The source file, without folders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in the source file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Belongs to the checked program, not to the JDK.
    pub user: bool,
}

/// How the names of classes begin that Heddle writes to call a test; nothing that a reader knows.
pub const ENTRY_CLASS: &str = "HeddleEntry_";

impl Place {
    /// The class without its package and without the classes around it.
    pub fn short_class(&self) -> &str {
        let name = self.class.rsplit('.').next().unwrap_or(&self.class);
        // Anonymous classes have no name of their own.
        let nested = name.rsplit('$').next().filter(|last| last.starts_with(|c: char| c.is_alphabetic()));
        nested.unwrap_or(name)
    }

    /// The file and the line, else the class and the method.
    pub fn short(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => format!("{file}:{line}"),
            _ => format!("{}.{}", self.short_class(), self.method),
        }
    }
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Action {
    /// Nothing that others notice.
    Local,
    /// Reads shared memory.
    Read {
        /// The object or variable.
        what: String,
        /// The value.
        value: String,
        /// Neither volatile nor atomic.
        plain: bool,
    },
    /// Writes shared memory.
    Write {
        /// The object or variable.
        what: String,
        /// The value before.
        old: String,
        /// The value after.
        new: String,
        /// Neither volatile nor atomic.
        plain: bool,
    },
    /// One atomic read and write, such as a compare-and-set.
    Update {
        /// The object or variable.
        what: String,
        /// The value before.
        old: String,
        /// The value after.
        new: String,
    },
    /// Copies elements of an array.
    Copy {
        /// Where the elements come from.
        from: String,
        /// Where they go.
        to: String,
    },
    /// Acquires a monitor.
    Lock {
        /// The object or variable.
        what: String,
    },
    /// Releases a monitor.
    Unlock {
        /// The object or variable.
        what: String,
    },
    /// Gives the monitor back and joins the wait set.
    Wait {
        /// The object or variable.
        what: String,
    },
    /// Takes the monitor again after having been in the wait set.
    Resume {
        /// The object or variable.
        what: String,
    },
    /// Leaves the wait set, or goes on after parking or sleeping, because the time is up.
    TimeOut,
    /// Leaves the wait set because of an interrupt.
    WakeInterrupted,
    /// Leaves the wait set, or goes on after parking, without a reason.
    WakeSpuriously,
    /// `notify` or `notifyAll`.
    Notify {
        /// The object or variable.
        what: String,
        /// `notifyAll`.
        all: bool,
        /// The threads that leave the wait set.
        woken: Vec<ThreadId>,
    },
    /// The program calls a method of a collection or synchroniser of the JDK, or of a library.
    Call {
        /// The object, or the class of a static method.
        what: String,
        /// The method that is called.
        method: String,
        /// What it is called with, where that is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        arguments: Option<Vec<String>>,
        /// What it returned, where the call and its end are one event.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<String>,
    },
    /// Such a call returns.
    Return {
        /// The object, or the class of a static method.
        what: String,
        /// The method that was called.
        method: String,
        /// What it returned; nothing for a method without a result.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        result: Option<String>,
    },
    /// An exception is thrown, and caught.
    Caught {
        /// The exception with its message.
        exception: String,
        /// Where it is caught.
        by: Place,
    },
    /// `Condition.signal` or `signalAll`, and whether anybody waited.
    Signal {
        /// The object or variable.
        what: String,
        /// Whether a thread waited for it.
        heard: bool,
    },
    /// An exception that nobody catches leaves the thread.
    Throw {
        /// The exception with its message.
        exception: String,
    },
    /// `LockSupport.park`.
    Park,
    /// `LockSupport.unpark`.
    Unpark {
        /// The thread concerned.
        thread: String,
    },
    /// `Thread.start`.
    Start {
        /// The thread concerned.
        thread: String,
    },
    /// Asks whether a thread is alive.
    Alive {
        /// The thread concerned.
        thread: String,
        /// The answer.
        #[serde(default)]
        alive: bool,
    },
    /// `Thread.interrupt`.
    Interrupt {
        /// The thread concerned.
        thread: String,
    },
    /// Asks whether a thread is interrupted.
    Interrupted {
        /// The thread concerned.
        thread: String,
        /// The answer.
        #[serde(default)]
        interrupted: bool,
    },
    /// `Thread.sleep`.
    Sleep,
    /// Looks at the clock.
    Clock {
        /// Nanoseconds that have passed since the step before.
        later: i64,
    },
    /// `Thread.yield` or `onSpinWait`.
    Yield,
    /// `Thread.setPriority`.
    SetPriority {
        /// The thread concerned.
        thread: String,
    },
    /// Gets a processor.
    Dispatch,
    /// Initialises a class.
    Initialize {
        /// The class.
        class: String,
    },
    /// Prints.
    Print,
    /// A nondeterministic value of the environment, such as `Verify.anyInt`.
    Choose {
        /// The value.
        value: u32,
        /// How many alternatives there are.
        of: u32,
    },
    /// The thread ends.
    End,
    /// Anything else that all threads notice, such as the exit of the virtual machine.
    Global,
}

/// Text that a step printed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Printed {
    /// Printed to standard error, not to standard output.
    pub stderr: bool,
    /// The text.
    pub text: String,
}

/// Time that passes although other threads could go on meanwhile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Early {
    /// How much time, in nanoseconds.
    pub nanos: i64,
    /// Where the program waits or sleeps so long, or looks at the clock; nothing in a thread without code of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The threads that could go on.
    pub others: Vec<ThreadId>,
}

/// One step of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The thread that moved.
    pub thread: ThreadId,
    /// Where the thread stood, innermost frame first.
    pub stack: Vec<Place>,
    /// The visible action that the step began with.
    pub action: Action,
    /// What it printed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<Printed>,
    /// Time that passes in this step although other threads could have gone on meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early: Option<Early>,
    /// Atoms of a temporal property that this step changed, and what they have become.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turned: Vec<(String, bool)>,
    /// An exception that left the thread in this step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncaught: Option<String>,
    /// Where that exception was created, innermost place of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncaught_at: Option<Place>,
    /// What the thread had done by itself since its step before, if the run was looked at instruction by
    /// instruction.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ahead: Vec<Deed>,
    /// What it did afterwards in the same step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<Deed>,
}

/// Something done inside a step that others do not notice at once, but that a reader wants to know.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Deed {
    /// The thread that did it.
    pub thread: ThreadId,
    /// Where in the source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Where the code stands that called it from other packages, innermost first; no part of JSON reports.
    #[serde(skip)]
    pub callers: Vec<Place>,
    /// The method that is called or returns, if it is one of the class path; no part of JSON reports.
    #[serde(skip)]
    pub callee: Option<Place>,
    /// What it was.
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
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Trace {
    /// Names of the threads, by index.
    pub threads: Vec<String>,
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// Whether what was done within the steps is known too.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub expanded: bool,
    /// The same moment by moment, for whoever steps through it; no part of JSON reports.
    #[serde(skip)]
    pub timeline: Timeline,
}

impl Trace {
    /// How often a step was not of the same thread as the one before.
    pub fn switches(&self) -> usize {
        self.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
    }
}
