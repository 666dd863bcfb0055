//! Partial-order sampling (Yuan, Yang, Gu, CAV 2018): the next step of each thread has a random priority, and the highest is
//! taken. Steps that conflict with it get new priorities, the others keep theirs. So the order of conflicting steps is what is
//! sampled, and not, as in a random walk, the order of steps that have nothing to do with each other.

use heddle_verdict::Choice;

use super::sample::{Policy, Random, alternative, highest};
use crate::path::Path;

#[derive(Default)]
pub struct PartialOrder {
    /// By thread: the priority of its next step, once that is known.
    priorities: Vec<Option<u64>>,
}

impl Policy for PartialOrder {
    fn begin(&mut self, _: &mut Random, _: usize) {
        self.priorities.clear();
    }

    fn pick(&mut self, path: &mut Path<'_>, choices: &[Choice], random: &mut Random) -> Choice {
        let threads = path.machine.state.threads.len();
        self.priorities.resize(threads.max(self.priorities.len()), None);
        let best =
            highest(choices, |choice| *self.priorities[choice.thread.index()].get_or_insert_with(|| random.word()));
        let taken = path.machine.touches_of_next(best);
        for &other in choices.iter().filter(|other| other.thread != best.thread) {
            let touches = path.machine.touches_of_next(other);
            if taken.iter().any(|touch| touches.iter().any(|other| touch.conflicts(*other))) {
                self.priorities[other.thread.index()] = None;
            }
        }
        self.priorities[best.thread.index()] = None;
        alternative(choices, best, random)
    }
}
