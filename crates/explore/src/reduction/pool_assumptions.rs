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

use heddle_jdk::PoolAssumption;
use heddle_machine::Machine;
use heddle_verdict::SearchAssumption;

/// What the search assumes by it.
fn assumed(by: PoolAssumption) -> SearchAssumption {
    match by {
        PoolAssumption::WorkersUnobserved => SearchAssumption::PoolWorkersUnobserved,
        PoolAssumption::NeverStopped => SearchAssumption::PoolsNeverStopped,
        PoolAssumption::NeverCancelled => SearchAssumption::TasksNeverCancelled,
        PoolAssumption::NeverOverwritten => SearchAssumption::ResultsNeverOverwritten,
    }
}

/// Which of them hold in this round.
pub struct PoolAssumptions {
    held: [bool; PoolAssumption::ALL.len()],
}

impl PoolAssumptions {
    pub fn without(refuted: &BTreeSet<SearchAssumption>) -> Self {
        Self { held: PoolAssumption::ALL.map(|each| !refuted.contains(&assumed(each))) }
    }

    pub fn holds(&self, assumption: PoolAssumption) -> bool {
        self.held[assumption as usize]
    }

    /// A thread is about to refute it. Steps stay what they are until the next round.
    pub fn refute(&self, machine: &mut Machine<'_>, assumption: PoolAssumption) {
        if self.holds(assumption) {
            machine.refute(assumed(assumption));
        }
    }
}
