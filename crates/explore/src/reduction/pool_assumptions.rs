//! Pool assumptions: what a program is assumed not to do with pools and tasks, until it is seen to do it.
//!
//! Which effects of a pool others can tell apart depends on what the program does with it. Most programs never
//! ask how many workers are busy, stop a pool at once, cancel a task or overwrite a result. So the search assumes
//! that the program does not, and checks it: when a thread is about to do such a thing, the assumption is refuted,
//! and the search begins again without the rules that rest on it.
//!
//! That misses nothing. Take a run of the program and the first moment at which some thread is about to do it.
//! Up to there the rules hold, so the search has a run with the same effects, in which that thread gets as far
//! and is seen.

use std::collections::BTreeSet;

use heddle_machine::Machine;
use heddle_verdict::SearchAssumption;

/// What a program is assumed not to do with pools and tasks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PoolAssumption {
    /// Nobody asks a pool for its workers and how many tasks they did.
    WorkersUnobserved,
    /// No pool is stopped at once.
    NeverStopped,
    /// No task is cancelled that is not done.
    NeverCancelled,
    /// The result of a `CompletableFuture` is not overwritten.
    NeverOverwritten,
}

const ALL: [PoolAssumption; 4] = [
    PoolAssumption::WorkersUnobserved,
    PoolAssumption::NeverStopped,
    PoolAssumption::NeverCancelled,
    PoolAssumption::NeverOverwritten,
];

impl PoolAssumption {
    /// The methods that refute it: class in `java.util.concurrent`, and names.
    const fn methods(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::WorkersUnobserved => (
                "ThreadPoolExecutor",
                &[
                    "getActiveCount",
                    "getCompletedTaskCount",
                    "getLargestPoolSize",
                    "getPoolSize",
                    "getTaskCount",
                    // Also the message of a rejection.
                    "toString",
                ],
            ),
            Self::NeverStopped => ("ThreadPoolExecutor", &["shutdownNow"]),
            Self::NeverCancelled => ("FutureTask", &["cancel"]),
            Self::NeverOverwritten => ("CompletableFuture", &["obtrudeException", "obtrudeValue"]),
        }
    }

    /// The assumption that a call of a method refutes.
    pub fn refuted_by(class: &str, name: &str) -> Option<Self> {
        ALL.into_iter().find(|assumption| {
            let (of, names) = assumption.methods();
            class == of && names.contains(&name)
        })
    }

    /// What the search assumes by it.
    fn assumption(self) -> SearchAssumption {
        match self {
            Self::WorkersUnobserved => SearchAssumption::PoolWorkersUnobserved,
            Self::NeverStopped => SearchAssumption::PoolsNeverStopped,
            Self::NeverCancelled => SearchAssumption::TasksNeverCancelled,
            Self::NeverOverwritten => SearchAssumption::ResultsNeverOverwritten,
        }
    }
}

/// Which of them hold in this round.
pub struct PoolAssumptions {
    held: [bool; ALL.len()],
}

impl PoolAssumptions {
    pub fn without(refuted: &BTreeSet<SearchAssumption>) -> Self {
        Self { held: ALL.map(|assumption| !refuted.contains(&assumption.assumption())) }
    }

    pub fn holds(&self, assumption: PoolAssumption) -> bool {
        self.held[assumption as usize]
    }

    /// A thread is about to refute it. Steps stay what they are until the next round.
    pub fn refute(&self, machine: &mut Machine<'_>, assumption: PoolAssumption) {
        if self.holds(assumption) {
            machine.refute(assumption.assumption());
        }
    }
}
