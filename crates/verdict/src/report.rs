//! What an analysis answers: the verdict, with the figures and assumptions it rests on.

use serde::{Deserialize, Serialize};

use crate::{Choice, Place, Platform, Violation};

/// The answer. `Proved` is only given after a search that nothing cut short.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Verdict {
    /// No violation in any reachable state.
    Proved,
    /// No violation within the limits.
    Bounded {
        limits: Vec<Limit>,
    },
    Violated {
        violations: Vec<Violation>,
    },
    /// No violation found, but something could not be executed.
    Unknown {
        what: Vec<Unsupported>,
    },
}

impl Verdict {
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Bounded { .. } => "bounded",
            Verdict::Violated { .. } => "violated",
            Verdict::Unknown { .. } => "unknown",
        }
    }

    pub fn exit_code(&self) -> u8 {
        match self {
            Verdict::Proved => 0,
            Verdict::Violated { .. } => 1,
            Verdict::Bounded { .. } => 2,
            Verdict::Unknown { .. } => 3,
        }
    }
}

/// Something that cut the search short.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(tag = "limit", content = "at", rename_all = "kebab-case")]
pub enum Limit {
    States(u64),
    Depth(u64),
    Seconds(u64),
    /// Bytes of memory for visited states.
    Memory(u64),
    Contexts(u32),
    Preemptions(u32),
    /// A sample of runs, not all of them.
    Walks(u64),
    Interrupted,
    /// A bound of the machine, in its own words.
    Machine(String),
    /// The search stopped at the first violation.
    FirstViolation,
}

/// Something that the machine cannot execute, and where it was met.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Unsupported {
    pub what: String,
    pub stack: Vec<Place>,
}

/// What the verdict takes for granted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "assumes", rename_all = "kebab-case")]
pub enum Assumption {
    /// Accesses take effect at once and in program order. `race_free` tells whether a complete
    /// search found no data race, in which case this is what the Java memory model promises.
    SequentialConsistency {
        race_free: Option<bool>,
    },
    /// Whose class library was executed.
    Jdk {
        feature: u32,
    },
    /// Threads are switched as this platform does it.
    Platform {
        platform: Platform,
    },
    /// Any thread that asks for a free monitor may get it.
    BargingMonitors,
    /// Monitors are handed to the thread that waited longest.
    FifoMonitors,
    /// Time-outs may fire as soon as a thread blocks, however long they are.
    TimeoutsFireAnyTime,
    /// Time-outs fire only when nothing else can run, the earliest first.
    TimeoutsFireLast,
    /// The program uses the clock to measure intervals, never for the value itself.
    TimeIsForIntervals,
    /// Every thread that can always move does move.
    WeakFairness,
    /// Nothing but this temporal property was checked.
    OnlyTemporal {
        formula: String,
    },
    /// No thread waits for ever beside threads that go on for ever: not looked for.
    NobodyStuckBesideEndless,
    /// There are states from which the program cannot come to an end, whatever is scheduled: threads go
    /// round for ever.
    EndlessRunsIntended,
    /// `wait` returns only when notified, interrupted or timed out.
    NoSpuriousWakeups,
    /// What parts of the JDK that the analysis does not read share comes out alike in any order.
    UnreadPartsAreCaches,
    /// Classes of the JDK are initialised once, at first use, in one go.
    JdkClassesInitialisedAtomically,
    /// Races between two accesses of the JDK's own synchronisers are its authors' business.
    TrustedLibrary,
    /// Operations of the JDK's synchronisers take effect in one go.
    AtomicOperations,
    /// Workers of a `ForkJoinPool` look for tasks in any order and do not end when they are idle.
    WorkersInAnyOrder,
    /// Random numbers that the program gives no seed for are those of one seed.
    OneRandomSeed,
    /// There are no variables in the environment.
    EmptyEnvironment,
    /// Identity hash codes are those of one virtual machine among many.
    OneIdentityHash,
    /// Methods executed by the machine itself instead of by their bytecode.
    Intrinsics {
        methods: Vec<String>,
    },
    /// Two different states have the same fingerprint with at most this probability.
    NoHashCollision {
        bits: u32,
        states: u64,
        probability: f64,
    },
    Bound {
        limit: Limit,
    },
}

/// One way in which the program can end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub ending: Ending,
    pub stdout: String,
    pub stderr: String,
    /// How many distinct final states give it.
    pub states: u64,
    /// One run that gives it.
    pub schedule: Vec<Choice>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Ending {
    Exit { code: i32 },
    Deadlock,
}

/// Figures of a search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// Distinct states.
    pub states: u64,
    /// Steps taken.
    pub transitions: u64,
    /// Steps that led to a known state.
    pub matched: u64,
    /// States in which the program had ended.
    pub ends: u64,
    /// Steps of the longest path.
    pub depth: u64,
    /// Runs of a sampling search.
    pub walks: u64,
    /// Bytes of the store of visited states.
    pub store_bytes: u64,
}

/// Everything that an analysis found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub program: String,
    pub verdict: Verdict,
    /// Violations that the user asked to be warned of only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Violation>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Vec<Outcome>>,
    pub statistics: Statistics,
    pub assumptions: Vec<Assumption>,
}
