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

use heddle_jdk::PoolAssumption;
use heddle_machine::Machine;

use super::guarded::Refuted;

/// What stands for an assumption among the refuted ones.
const fn name(assumption: PoolAssumption) -> &'static str {
    match assumption {
        PoolAssumption::WorkersUnobserved => "workers of pools",
        PoolAssumption::NeverStopped => "stopping of pools",
        PoolAssumption::NeverCancelled => "cancelling of tasks",
        PoolAssumption::NeverOverwritten => "overwriting of results",
    }
}

/// Which of them hold in this round.
pub struct PoolAssumptions {
    refuted: Refuted,
    held: [bool; PoolAssumption::ALL.len()],
}

impl PoolAssumptions {
    pub fn new(refuted: Refuted) -> Self {
        let mut assumptions = Self { refuted, held: [true; PoolAssumption::ALL.len()] };
        assumptions.refine();
        assumptions
    }

    pub fn holds(&self, assumption: PoolAssumption) -> bool {
        self.held[assumption as usize]
    }

    /// A thread is about to refute it. Steps stay what they are until the next round.
    pub fn refute(&self, machine: &mut Machine<'_>, assumption: PoolAssumption) {
        if self.holds(assumption) {
            self.refuted.add(name(assumption).to_owned());
            machine.refute();
        }
    }

    pub fn refine(&mut self) {
        let names = self.refuted.names();
        self.held = PoolAssumption::ALL.map(|assumption| !names.contains(name(assumption)));
    }
}
