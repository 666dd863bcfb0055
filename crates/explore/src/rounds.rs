//! How often a run has led each thread to where it stands, so that a search can put off loops that go round and
//! round: a run that counts while it waits would otherwise keep a depth-first search from all others.

use heddle_machine::Machine;
use heddle_verdict::ThreadId;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// How many rounds a step counts for that was cut because it did not end by itself.
const CUT: u32 = 32;

/// Positions of threads along a run, one for each step, with how many rounds it counts for.
#[derive(Default)]
pub struct Rounds {
    positions: Vec<(u64, u32)>,
    counts: FxHashMap<u64, u32>,
}

impl Rounds {
    /// A step has led a thread to where it stands.
    pub fn note(&mut self, machine: &Machine<'_>, thread: ThreadId) {
        let position = position(machine, thread);
        let rounds = if machine.step_was_cut() { CUT } else { 1 };
        self.positions.push((position, rounds));
        *self.counts.entry(position).or_insert(0) += rounds;
    }

    /// Forgets all but so many steps.
    pub fn back_to(&mut self, depth: usize) {
        for (position, rounds) in self.positions.drain(depth.min(self.positions.len())..) {
            if let Some(count) = self.counts.get_mut(&position) {
                *count -= rounds;
                if *count == 0 {
                    self.counts.remove(&position);
                }
            }
        }
    }

    /// How often a thread has come to where it stands.
    pub fn of(&self, machine: &Machine<'_>, thread: ThreadId) -> u32 {
        self.counts.get(&position(machine, thread)).copied().unwrap_or(0)
    }
}

/// A thread, its methods and where it stands in each.
fn position(machine: &Machine<'_>, thread: ThreadId) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u16(thread.0);
    for frame in &machine.state.threads[thread.index()].frames {
        hasher.write_u64(u64::from(frame.method.0) << 32 | u64::from(frame.pc));
    }
    hasher.finish()
}
