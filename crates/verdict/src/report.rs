//! What an analysis answers: the verdict, with the figures and assumptions it rests on.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{AcceptedRace, Choice, Place, Platform, SearchAssumption, Seconds, Violation};

/// The answer. `Proved` is only given after a search that nothing cut short.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Verdict {
    /// No violation in any reachable state.
    Proved,
    /// No violation within the limits.
    Bounded {
        /// What cut the search short.
        limits: Vec<Limit>,
    },
    /// At least one run violates a property.
    Violated {
        /// The violations found, each with its run.
        violations: Vec<Violation>,
    },
    /// No violation found, but something could not be executed.
    Unknown {
        /// What could not be executed.
        what: Vec<Unsupported>,
    },
}

impl Assumption {
    /// Whether only a proof needs it: a run that breaks the program is one of the program without it too.
    pub fn is_for_proofs(&self) -> bool {
        match self {
            Self::SequentialConsistency { .. }
            | Self::JavaMemoryModel { .. }
            | Self::NobodyStuckBesideEndless
            | Self::EndlessRunsIntended
            | Self::NoSpuriousWakeups
            | Self::JdkClassesInitialisedAtomically
            | Self::TrustedLibrary
            | Self::AtomicOperations
            | Self::WeakReferencesKept { .. }
            | Self::WeakCompareAndSetSucceeds { .. }
            | Self::NeverFinalized { .. }
            | Self::AcceptedRaces { .. }
            | Self::NoHashCollision { .. } => true,
            Self::Jdk { .. }
            | Self::Platform { .. }
            | Self::BargingMonitors
            | Self::FifoMonitors
            | Self::TimeoutsFireAnyTime
            | Self::TimeoutsFireLast
            | Self::TimeIsForIntervals { .. }
            | Self::WeakFairness
            | Self::OnlyTemporal { .. }
            | Self::WorkersInAnyOrder
            | Self::OneRandomSeed
            | Self::AnyRandomNumber
            | Self::OneIterationOrder { .. }
            | Self::EmptyEnvironment
            | Self::OneIdentityHash { .. }
            | Self::OneHost { .. }
            | Self::MissingFiles { .. }
            | Self::Intrinsics { .. }
            | Self::Bound { .. } => false,
        }
    }
}

impl Verdict {
    /// The name of the verdict in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Proved => "proved",
            Verdict::Bounded { .. } => "bounded",
            Verdict::Violated { .. } => "violated",
            Verdict::Unknown { .. } => "unknown",
        }
    }

    /// The exit code of a command that ends with this verdict.
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
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "limit", content = "at", rename_all = "kebab-case")]
pub enum Limit {
    /// Distinct states.
    States(u64),
    /// Steps of one run.
    Depth(u64),
    /// Seconds of time.
    Seconds(Seconds),
    /// Bytes of memory for visited states.
    Memory(u64),
    /// Visited states had to go to disk and could not: which folder, and why.
    Disk(String),
    /// Contexts of one run.
    Contexts(u32),
    /// Preemptions in one run.
    Preemptions(u32),
    /// Delays in one run.
    Delays(u32),
    /// A sample of runs, not all of them.
    Walks(u64),
    /// The user or the caller cancelled the search.
    Interrupted,
    /// A bound of the machine, in its own words.
    Machine(String),
    /// The search stopped at the first violation.
    FirstViolation,
}

/// Something that the machine cannot execute, and where it was met.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unsupported {
    /// What it is.
    pub what: String,
    /// The stack of the thread that met it, innermost frame first.
    pub stack: Vec<Place>,
}

/// What the verdict assumes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "assumes", rename_all = "kebab-case")]
pub enum Assumption {
    /// Accesses take effect at once and in program order. `race_free` tells whether a complete
    /// search found no data race, in which case this is what the Java memory model promises.
    SequentialConsistency {
        /// True if a complete search found no data race, false if it found one, nothing if it is not known.
        race_free: Option<bool>,
        /// Where the program makes accesses in a mode weaker than volatile (`lazySet`, acquire and release, opaque).
        /// The Java memory model allows more orders of them than were explored, with or without data races.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        weak: Vec<Place>,
    },
    /// The program was executed under the Java memory model, since data races or accesses weaker than volatile let it do more
    /// than interleavings do. Not among the executions: races inside the JDK's synchronisers and on what the JDK made before the
    /// program ran, memory outside the heap other than as it is, clones that are seen with default values, and threads that each
    /// see an object which another one makes later.
    JavaMemoryModel {
        /// Complete executions that were looked at.
        executions: u64,
    },
    /// Whose class library was executed.
    Jdk {
        /// Its feature version.
        feature: u32,
    },
    /// Threads are switched as this platform does it.
    Platform {
        /// The platform.
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
    /// The program uses the clock to measure intervals, which it compares; never for the value itself.
    TimeIsForIntervals {
        /// Where it reads a clock.
        at: Vec<Place>,
    },
    /// Every thread that is enabled continuously eventually takes a step.
    WeakFairness,
    /// Nothing but this temporal property was checked.
    OnlyTemporal {
        /// The formula.
        formula: String,
    },
    /// No partial deadlock: no thread waits forever while others run forever. Not checked.
    NobodyStuckBesideEndless,
    /// Some states have no run to the end of the program: threads loop forever, and that is intended.
    EndlessRunsIntended,
    /// `wait` returns only when notified, interrupted or timed out.
    NoSpuriousWakeups,
    /// Classes of the JDK are initialised once, at first use, atomically.
    JdkClassesInitialisedAtomically,
    /// Data races between two accesses inside the JDK's synchronisers are benign.
    TrustedLibrary,
    /// Operations of the JDK's synchronisers are atomic.
    AtomicOperations,
    /// Workers of a `ForkJoinPool` look for tasks in any order and do not end when they are idle.
    WorkersInAnyOrder,
    /// Random numbers that the program gives no seed for are those of one seed.
    OneRandomSeed,
    /// Random numbers that the program gives no seed for take any value, whatever was drawn before.
    AnyRandomNumber,
    /// Unmodifiable sets and maps (`Set.of`, `Map.of`) are gone through in one order; each virtual machine has another.
    OneIterationOrder {
        /// Where the program goes through them.
        at: Vec<Place>,
    },
    /// There are no variables in the environment.
    EmptyEnvironment,
    /// Identity hash codes are those of one virtual machine among many.
    OneIdentityHash {
        /// Where the program asks for them, by itself or through a collection.
        at: Vec<Place>,
    },
    /// What the virtual machine has or says of itself and of its host (memory, stacks, processors, ids of threads, names, settings, input, folders, interned texts) takes one value each.
    OneHost {
        /// Where the program asks.
        at: Vec<Place>,
    },
    /// Data races that were met and that the user accepts.
    AcceptedRaces {
        /// What they are on, and why that is accepted.
        races: Vec<AcceptedRace>,
    },
    /// Files that the program asked for and that are not among those it is given.
    MissingFiles {
        /// Their paths.
        paths: Vec<String>,
    },
    /// What is held weakly is there until `System.gc()` is called.
    WeakReferencesKept {
        /// Where the program makes such references.
        at: Vec<Place>,
    },
    /// A weak compare-and-set fails only if the value is another one.
    WeakCompareAndSetSucceeds {
        /// Where the program does one.
        at: Vec<Place>,
    },
    /// Finalizers and the actions of cleaners do not run.
    NeverFinalized {
        /// Where the program makes objects that have a finalizer, or registers an action.
        at: Vec<Place>,
    },
    /// Methods executed by the machine itself instead of by their bytecode.
    Intrinsics {
        /// Their names with descriptors.
        methods: Vec<String>,
    },
    /// Two different states have the same fingerprint with at most this probability.
    NoHashCollision {
        /// Bits of a fingerprint.
        bits: u32,
        /// Distinct fingerprints.
        states: u64,
        /// An upper bound on the probability of a collision.
        probability: f64,
    },
    /// There is nothing to find beyond this limit.
    Bound {
        /// The limit.
        limit: Limit,
    },
}

/// One way in which the program can end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Outcome {
    /// How the run ended.
    pub ending: Ending,
    /// What was printed to standard output.
    pub stdout: String,
    /// What was printed to standard error.
    pub stderr: String,
    /// How many distinct final states give it.
    pub states: u64,
    /// One run that gives it.
    pub schedule: Vec<Choice>,
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "kebab-case")]
pub enum Ending {
    /// The program ended.
    Exit {
        /// Its exit code.
        code: i32,
    },
    /// The threads that were left could not move.
    Deadlock,
}

/// How everything is explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// States are visited, and remembered.
    #[default]
    States,
    /// Runs are executed, one for all that differ in the order of independent steps: dynamic partial-order reduction.
    Dpor,
}

/// Figures of a search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// Which engine gave the answer.
    #[serde(default)]
    pub engine: Engine,
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
    /// The most threads of one run, the first among them.
    #[serde(default)]
    pub threads: u64,
    /// Whether a time-out fired in some run; no part of JSON reports.
    #[serde(skip)]
    pub timed_out: bool,
    /// Runs of a sampling search.
    pub walks: u64,
    /// Bytes of the store of visited states.
    pub store_bytes: u64,
    /// Steps of searches beside the one that gave the answer; the other figures are without them.
    #[serde(default)]
    pub beside: u64,
    /// Steps of rounds that were begun again, since a run refuted what they assumed; the other figures are without them.
    #[serde(default)]
    pub discarded: u64,
    /// Runs that dynamic partial-order reduction explored to their end; 0 for other searches.
    #[serde(default)]
    pub runs: u64,
    /// Runs that it left before their end, since all that they could go on with was explored elsewhere.
    #[serde(default)]
    pub abandoned: u64,
}

/// What was tried beside a search of the whole state space that did not come to its end, without finding a violation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Tried {
    /// Which runs were explored.
    #[serde(flatten)]
    pub runs: TriedRuns,
    /// But not beyond states that a thread's coming to the same place so often leads to, or half as often without writing
    /// anything; if there are such states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<u32>,
}

/// A set of runs that were explored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "runs", rename_all = "kebab-case")]
pub enum TriedRuns {
    /// All with at most so many switches away from a thread that could have gone on.
    Preemptions {
        /// So many.
        most: u32,
    },
    /// All with at most so many threads that are passed over when it is their turn.
    Delays {
        /// So many.
        most: u32,
    },
    /// All with at most so many stretches of steps of one thread.
    Contexts {
        /// So many.
        most: u32,
    },
    /// A sample.
    Sample {
        /// How many.
        number: u64,
    },
}

/// Everything that an analysis found out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Report {
    /// The program, as the user named it.
    pub program: String,
    /// The answer.
    pub verdict: Verdict,
    /// Violations that the user asked to be warned of only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Violation>,
    /// Every distinct outcome, if outcomes were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcomes: Option<Vec<Outcome>>,
    /// Figures of the search.
    pub statistics: Statistics,
    /// What was tried beside the search, if that did not come to its end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<Tried>,
    /// What the verdict assumes.
    pub assumptions: Vec<Assumption>,
    /// What the search assumed at first, until a run refuted it; the verdict does not rest on it.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub refuted: BTreeSet<SearchAssumption>,
}
