//! What can be wrong with a program.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Choice, Deed, Early, Execution, Place, ThreadId, Trace};

/// A violation and the run that shows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Violation {
    /// Tells this violation from others of the same program; the same for every schedule that
    /// leads to it.
    pub key: String,
    /// What is wrong.
    #[serde(flatten)]
    pub kind: Kind,
    /// From the start of the program to the violation.
    pub schedule: Vec<Choice>,
    /// Some time-out of the run has to fire while other threads could go on: every run in which none does was explored, and
    /// this is in none of them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_early: bool,
    /// What happens in the run, once it has been replayed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
    /// The execution of the Java memory model that shows it, if no interleaving was found that does; there is no schedule then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub execution: Option<Box<Execution>>,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// A deadlock, or a partial deadlock: these threads wait forever.
    Deadlock {
        /// What it looks like.
        name: DeadlockKind,
        /// The threads that wait.
        threads: Vec<Blocked>,
    },
    /// An exception that no handler caught.
    Uncaught {
        /// The thread that it ended.
        thread: ThreadId,
        /// Its name.
        thread_name: String,
        /// The exception with its message.
        exception: String,
        /// The class of the exception.
        class: String,
        /// Where it was created, innermost frame first.
        stack: Vec<Place>,
    },
    /// A failed `assert`, or another `AssertionError` that no handler caught.
    Assertion {
        /// The thread that it ended.
        thread: ThreadId,
        /// Its name.
        thread_name: String,
        /// The message of the error; may be empty.
        message: String,
        /// Where it was created, innermost frame first.
        stack: Vec<Place>,
    },
    /// A failed `assert` whose error code of the JDK caught, and that the program has not got to see when the run
    /// ends.
    SwallowedAssertion {
        /// The thread that failed.
        thread: ThreadId,
        /// Its name.
        thread_name: String,
        /// The message of the error; may be empty.
        message: String,
        /// Where it was created, innermost frame first.
        stack: Vec<Place>,
    },
    /// Two threads are about to access the same memory location, at least one of them writing, and neither
    /// access happens before the other.
    Race {
        /// The field or array element.
        location: String,
        /// The two accesses.
        accesses: [Accessed; 2],
    },
    /// These threads can run forever without progress, although each of them is scheduled again and again.
    /// The schedule ends with one cycle of `cycle` steps.
    Livelock {
        /// The threads, with their names.
        threads: Vec<(ThreadId, String)>,
        /// Where each of them is.
        stacks: Vec<Vec<Place>>,
        /// Steps of the cycle.
        cycle: usize,
    },
    /// A run that violates a formula of linear temporal logic. The schedule ends with one cycle of `cycle`
    /// steps that repeats forever; if that is 0, the run is finite and its last state repeats.
    Temporal {
        /// The formula.
        formula: String,
        /// Whether only weakly fair runs were considered.
        fair: bool,
        /// Steps of the cycle.
        cycle: usize,
        /// Where the threads of the cycle are, with their names.
        stacks: Vec<(ThreadId, String, Vec<Place>)>,
    },
    /// These threads run forever without a yield point and occupy all processors, while others could run.
    /// The schedule ends with one cycle of `cycle` steps, or before a loop within one step if that is 0.
    Starvation {
        /// The threads that run, with their names.
        threads: Vec<(ThreadId, String)>,
        /// Where each of them is.
        stacks: Vec<Vec<Place>>,
        /// The threads that never run, with their names.
        starved: Vec<(ThreadId, String)>,
        /// Steps of the cycle.
        cycle: usize,
    },
    /// A thread waits for a monitor while one of lower priority that does not hold it runs.
    Inversion {
        /// The thread that waits.
        waiting: (ThreadId, String),
        /// The thread that holds the monitor.
        holder: (ThreadId, String),
        /// The thread that runs.
        running: (ThreadId, String),
        /// Steps that threads of lower priority have taken.
        steps: u32,
        /// Where the waiting thread is.
        stack: Vec<Place>,
    },
    /// A thread acquires a monitor whose ceiling is below its priority.
    Ceiling {
        /// The thread.
        thread: ThreadId,
        /// Its name.
        thread_name: String,
        /// The monitor.
        what: String,
        /// The thread's priority.
        priority: u8,
        /// The monitor's ceiling.
        ceiling: u8,
        /// Where the thread is.
        stack: Vec<Place>,
    },
}

impl Violation {
    /// Where time passes in the run although other threads could go on meanwhile.
    pub fn early(&self) -> impl Iterator<Item = &Early> {
        self.trace.iter().flat_map(|trace| &trace.steps).filter_map(|step| step.early.as_ref())
    }
}

impl Violation {
    /// Every stack of it and of its run.
    pub fn stacks_mut(&mut self) -> impl Iterator<Item = &mut Vec<Place>> {
        let steps = self.trace.iter_mut().flat_map(|trace| &mut trace.steps).map(|step| &mut step.stack);
        self.kind.stacks_mut().into_iter().chain(steps)
    }
}

impl Kind {
    fn stacks_mut(&mut self) -> Vec<&mut Vec<Place>> {
        match self {
            Kind::Deadlock { threads, .. } => threads.iter_mut().map(|blocked| &mut blocked.stack).collect(),
            Kind::Uncaught { stack, .. }
            | Kind::Assertion { stack, .. }
            | Kind::SwallowedAssertion { stack, .. }
            | Kind::Inversion { stack, .. }
            | Kind::Ceiling { stack, .. } => vec![stack],
            Kind::Race { accesses, .. } => accesses.iter_mut().map(|access| &mut access.stack).collect(),
            Kind::Livelock { stacks, .. } | Kind::Starvation { stacks, .. } => stacks.iter_mut().collect(),
            Kind::Temporal { stacks, .. } => stacks.iter_mut().map(|(.., stack)| stack).collect(),
        }
    }

    /// Steps of the cycle that the schedule ends with, if it ends with one.
    pub fn cycle(&self) -> Option<usize> {
        match self {
            Kind::Livelock { cycle, .. } => Some(*cycle),
            Kind::Temporal { cycle, .. } | Kind::Starvation { cycle, .. } => Some(*cycle).filter(|&cycle| cycle > 0),
            _ => None,
        }
    }

    /// The name of the kind in expectations and machine-readable reports.
    pub fn name(&self) -> &'static str {
        match self {
            Kind::Deadlock { .. } => "deadlock",
            Kind::Uncaught { .. } => "uncaught",
            Kind::Assertion { .. } => "assertion",
            Kind::SwallowedAssertion { .. } => "swallowed-assertion",
            Kind::Race { .. } => "race",
            Kind::Livelock { .. } => "livelock",
            Kind::Temporal { .. } => "temporal",
            Kind::Starvation { .. } => "starvation",
            Kind::Inversion { .. } => "inversion",
            Kind::Ceiling { .. } => "ceiling",
        }
    }
}

/// What a deadlock looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeadlockKind {
    /// Each thread of a cycle waits for a lock, or a class initialisation, that the next one holds.
    CyclicWait,
    /// A lock is held by a thread that has ended.
    LockLeftHeld,
    /// The notification, signal or unpark came before its receiver waited.
    MissedSignal,
    /// `notify` or `signal` woke a thread that could not use it, while another went on waiting.
    LostWakeUp,
    /// Nobody is left who could notify or signal the waiting thread.
    WaitForEver,
    /// Nobody is left who could unpark the thread.
    ParkForEver,
    /// A thread waits for the end of one that never ends, by itself.
    JoinForEver,
    /// A partial deadlock: nothing that the other threads can do lets these continue.
    WhileOthersRun,
}

/// A thread that waits forever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Blocked {
    /// The thread.
    pub thread: ThreadId,
    /// Its name.
    pub name: String,
    /// What it waits for.
    pub waits_for: WaitsFor,
    /// The monitors that it holds.
    pub holds: Vec<Held>,
    /// Where it waits, innermost frame first.
    pub stack: Vec<Place>,
    /// A daemon thread that no other thread is known to wait for; it may be unrelated. Listed last.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
}

/// What a thread waits for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum WaitsFor {
    /// A monitor.
    Lock {
        /// The object.
        what: String,
        /// The thread that holds it.
        owner: Option<ThreadId>,
    },
    /// `Object.wait`.
    Notification {
        /// The object.
        what: String,
    },
    /// `Condition.await`.
    Signal {
        /// The object.
        what: String,
    },
    /// `LockSupport.park`; `blocker` is what it was parked for, and `owner` who holds that if it is
    /// a lock of `java.util.concurrent`.
    Permit {
        /// The object that it was parked for.
        blocker: Option<String>,
        /// The thread that holds it.
        owner: Option<ThreadId>,
    },
    /// `Thread.join`.
    End {
        /// The thread whose end it waits for.
        thread: ThreadId,
    },
    /// `Thread.sleep`, for longer than anything is waited for.
    Sleep,
    /// A class that another thread is initialising.
    Initialization {
        /// The class.
        class: String,
        /// The thread that initialises it.
        by: Option<ThreadId>,
    },
}

impl WaitsFor {
    /// The thread that must continue first, if it is known.
    pub fn other(&self) -> Option<ThreadId> {
        match *self {
            WaitsFor::Lock { owner, .. } | WaitsFor::Permit { owner, .. } => owner,
            WaitsFor::End { thread } => Some(thread),
            WaitsFor::Initialization { by, .. } => by,
            WaitsFor::Notification { .. } | WaitsFor::Signal { .. } | WaitsFor::Sleep => None,
        }
    }
}

/// A monitor that a thread holds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Held {
    /// The monitor.
    pub what: String,
    /// Where it was taken, once the run has been replayed.
    pub taken_at: Option<Place>,
}

/// One side of a race.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Accessed {
    /// The thread.
    pub thread: ThreadId,
    /// Its name.
    pub thread_name: String,
    /// A write, not a read.
    pub writes: bool,
    /// An atomic or volatile access; the other side is not.
    pub synchronized: bool,
    /// Where the access is, innermost frame first.
    pub stack: Vec<Place>,
    /// Locks that the thread holds; known once the run has been replayed.
    #[serde(default)]
    pub holds: Vec<Held>,
    /// How far the other thread is ordered after this one.
    #[serde(default)]
    pub order: Unordered,
    /// What the code around it does that may make the race one by design.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idiom: Option<Idiom>,
}

/// Code that synchronises by other means than happens-before (JLS 17.4.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Idiom {
    /// It reads optimistically and validates the stamp of a `StampedLock` afterwards.
    OptimisticRead,
    /// It uses fences.
    Fence,
}

/// How far the two sides of a race are ordered. Steps are positions in the trace.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Unordered {
    /// The last step of this thread that synchronised with anybody.
    pub last_sync: Option<usize>,
    /// The last step of this thread that the other one is ordered after. Nothing orders what came
    /// later with what the other one does.
    pub seen_by_other: Option<usize>,
    /// In that step this thread started another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<ThreadId>,
    /// What `last_sync` is: how this thread synchronised last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Box<Deed>>,
    /// What `seen_by_other` is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Box<Deed>>,
}
