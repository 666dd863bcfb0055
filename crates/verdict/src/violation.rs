//! What can be wrong with a program.

use serde::{Deserialize, Serialize};

use crate::{Choice, Place, ThreadId, Trace};

/// A violation and the run that shows it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Violation {
    /// Tells this violation from others of the same program; the same for every schedule that
    /// leads to it.
    pub key: String,
    #[serde(flatten)]
    pub kind: Kind,
    /// From the start of the program to the violation.
    pub schedule: Vec<Choice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trace: Option<Trace>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Kind {
    /// These threads wait for ever.
    Deadlock { name: DeadlockKind, threads: Vec<Blocked> },
    /// An exception that no handler took.
    Uncaught { thread: ThreadId, thread_name: String, exception: String, class: String, stack: Vec<Place> },
    /// A failed `assert`, or another `AssertionError` that no handler took.
    Assertion { thread: ThreadId, thread_name: String, message: String, stack: Vec<Place> },
    /// A failed `assert` whose error code of the JDK caught, and that the program has not got to see when the run
    /// ends.
    SwallowedAssertion { thread: ThreadId, thread_name: String, message: String, stack: Vec<Place> },
    /// Two threads are about to access the same place, at least one of them writing, without
    /// synchronisation between them.
    Race { location: String, accesses: [Accessed; 2] },
    /// These threads can go on for ever without any of them getting anywhere, although each of
    /// them gets its turn again and again. The schedule ends with one round of `cycle` steps.
    Livelock { threads: Vec<(ThreadId, String)>, stacks: Vec<Vec<Place>>, cycle: usize },
    /// A run that violates a formula of linear temporal logic. The schedule ends with one round of
    /// `cycle` steps that goes on for ever, or where the run ends if that is 0. Where the threads that
    /// go round stand.
    Temporal { formula: String, fair: bool, cycle: usize, stacks: Vec<(ThreadId, String, Vec<Place>)> },
    /// These threads go round for ever without a yield point and have all processors, while others
    /// could go on. The schedule ends with one round of `cycle` steps, or before a loop within one
    /// step if that is 0.
    Starvation {
        threads: Vec<(ThreadId, String)>,
        stacks: Vec<Vec<Place>>,
        starved: Vec<(ThreadId, String)>,
        cycle: usize,
    },
    /// A thread waits for a monitor while one of lower priority that does not hold it runs.
    Inversion {
        waiting: (ThreadId, String),
        holder: (ThreadId, String),
        running: (ThreadId, String),
        steps: u32,
        stack: Vec<Place>,
    },
    /// A thread takes a monitor whose ceiling is below its priority.
    Ceiling { thread: ThreadId, thread_name: String, what: String, priority: u8, ceiling: u8, stack: Vec<Place> },
}

impl Kind {
    /// Steps of the round that the schedule ends with, if it ends with one.
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// Nothing that the other threads can do, for ever, lets these go on.
    WhileOthersRun,
}

/// A thread that waits for ever.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Blocked {
    pub thread: ThreadId,
    pub name: String,
    pub waits_for: WaitsFor,
    pub holds: Vec<Held>,
    pub stack: Vec<Place>,
    /// A daemon that nobody is known to wait for: it may have to do with it or not. Comes last.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub aside: bool,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum WaitsFor {
    Lock {
        what: String,
        owner: Option<ThreadId>,
    },
    /// `Object.wait`.
    Notification {
        what: String,
    },
    /// `Condition.await`.
    Signal {
        what: String,
    },
    /// `LockSupport.park`; `blocker` is what it was parked for, and `owner` who holds that if it is
    /// a lock of `java.util.concurrent`.
    Permit {
        blocker: Option<String>,
        owner: Option<ThreadId>,
    },
    /// `Thread.join`.
    End {
        thread: ThreadId,
    },
    /// `Thread.sleep`, for longer than anything is waited for.
    Sleep,
    /// A class that another thread is initialising.
    Initialization {
        class: String,
        by: Option<ThreadId>,
    },
}

impl WaitsFor {
    /// The thread that would have to go on first, if there is a certain one.
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    pub what: String,
    /// Where it was taken, once the run has been replayed.
    pub taken_at: Option<Place>,
}

/// One side of a race.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Accessed {
    pub thread: ThreadId,
    pub thread_name: String,
    pub writes: bool,
    /// An atomic or volatile access; the other side is not.
    pub synchronized: bool,
    pub stack: Vec<Place>,
    /// Monitors that the thread holds; known once the run has been replayed.
    #[serde(default)]
    pub holds: Vec<Held>,
    #[serde(default)]
    pub order: Unordered,
}

/// How far the two sides of a race are ordered. Steps are positions in the trace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Unordered {
    /// The last step of this thread that synchronised with anybody.
    pub last_sync: Option<usize>,
    /// The last step of this thread that the other one is ordered after. Nothing orders what came
    /// later with what the other one does.
    pub seen_by_other: Option<usize>,
    /// In that step this thread started another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts: Option<ThreadId>,
}
