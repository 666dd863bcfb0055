//! What a search assumes of the program and checks while it searches.
//!
//! Each value is one assumption that a run can refute. A refutation ends the round of the search, and the next
//! round does without the assumption (`heddle_explore::refine` has the loop, and says who checks what). Most of
//! them decide where steps end; one which numbers threads get; three how much time may pass; one what happens once for all runs. So a saved
//! run carries those that were refuted.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An assumption about the program that holds until a run refutes it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "assumption", rename_all = "kebab-case")]
pub enum SearchAssumption {
    /// The program does not take the monitors of standard streams, so that printing never waits.
    StandardStreamsUnlocked,
    /// The program does not replace a standard stream while several threads run, so that `System.out` and the like are
    /// as final as they are declared.
    StandardStreamsKept,
    /// Nobody can tell in which order threads got the numbers in their names and ids: either the main thread alone takes
    /// numbers, or nobody looks at one.
    ThreadNumbersUnobserved,
    /// Nobody can tell what time it is: clocks are read, but what they gave is compared by waits alone that want to
    /// know how much is left of their own time.
    TimeUnobserved,
    /// Clocks are for intervals: what a program computes from a time stamp does not tell which moment it is, so that there
    /// need not be one.
    MomentUnobserved,
    /// No elapsed time is compared with this one.
    NeverComparedWith {
        /// That time.
        nanos: i64,
    },
    /// No two deadlines are this far apart when they are set at the same time and compared.
    NeverApartBy {
        /// That time.
        nanos: i64,
    },
    /// Nobody looks at what a thread clears when it ends: its group, its handler of uncaught exceptions and what it was
    /// given to run.
    ThreadEndsUnobserved,
    /// Nobody asks for a garbage collection while several threads run.
    NeverCollected,
    /// Nobody asks a pool for its workers and how many tasks they did.
    PoolWorkersUnobserved,
    /// No pool is stopped at once.
    PoolsNeverStopped,
    /// No task is cancelled that is not done.
    TasksNeverCancelled,
    /// The result of a `CompletableFuture` is not overwritten.
    ResultsNeverOverwritten,
    /// No thread is interrupted, but for idle workers of a pool.
    ThreadsNeverInterrupted,
    /// Nobody looks at what another thread is doing: whether it waits, where it stands, and, by parking itself, whether it has left a
    /// permit behind.
    ThreadStatesUnobserved,
    /// The parts of a stream are used by one thread, or by tasks that they are handed over to.
    StreamsHandedOver,
    /// Nobody looks at a synchroniser of this class in a way that tells the halves of an operation apart.
    OperationsUnobserved {
        /// The class of the JDK, as class files have it.
        class: String,
    },
    /// The initialiser of this class of the JDK runs no code of the program and asks for nothing that the program changes, so that it can be executed once for all runs.
    InitializedAlike {
        /// The class of the JDK, as class files have it.
        class: String,
    },
    /// Static facts contain all that is executed: calls, beginnings of threads, accesses, monitors.
    StaticFacts {
        /// What was executed and is not among them.
        unforeseen: String,
    },
    /// The static analysis of the program ends within its limit.
    AnalysisEnds {
        /// So many methods were found to be reachable before it was given up.
        methods: usize,
    },
    /// All accesses to this memory, once several threads can reach it, hold the same lock.
    Guarded {
        /// A field or the elements of arrays, with the place where their objects are made.
        memory: String,
    },
}

impl SearchAssumption {
    /// Whether what is explored with it differs from what the program does in more than where steps end, so that what was
    /// found before a refutation does not count.
    pub fn decides_values(&self) -> bool {
        matches!(
            self,
            Self::ThreadNumbersUnobserved
                | Self::TimeUnobserved
                | Self::MomentUnobserved
                | Self::InitializedAlike { .. }
        )
    }

    /// Whether a machine that has begun with it cannot do without.
    pub fn needs_new_machines(&self) -> bool {
        matches!(self, Self::InitializedAlike { .. })
    }

    /// Whether static facts are not among what was refuted.
    pub fn static_facts_hold(refuted: &BTreeSet<Self>) -> bool {
        !refuted.iter().any(|assumption| matches!(assumption, Self::StaticFacts { .. } | Self::AnalysisEnds { .. }))
    }
}
