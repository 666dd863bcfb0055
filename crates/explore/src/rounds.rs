//! How often a run has led each thread to where it stands, so that a search can put off loops that go round and
//! round: a run that counts while it waits would otherwise keep a depth-first search from all others.

use heddle_machine::{Machine, Mark};
use heddle_verdict::ThreadId;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::Hasher;

/// How many rounds a step counts for that was cut because it did not end by itself.
const CUT: u32 = 64;
/// And a round in which the thread wrote nothing: the loop may be one that waits.
const IDLE: u32 = 2;

/// Positions of threads along a run, one for each step.
#[derive(Default)]
pub struct Rounds {
    steps: Vec<Noted>,
    places: FxHashMap<u64, Place>,
    /// By thread: how many of its steps have written something.
    writes: Vec<u32>,
}

#[derive(Clone, Copy, Default)]
struct Place {
    rounds: u32,
    /// What the thread had written when it was last here.
    writes: u32,
}

/// A step: who came where, what that place was like before, and whether something was written.
struct Noted {
    thread: ThreadId,
    position: u64,
    before: Place,
    wrote: bool,
}

impl Rounds {
    /// A step has led a thread to where it stands, from a state with that mark.
    pub fn note(&mut self, machine: &Machine<'_>, thread: ThreadId, mark: Mark) {
        let position = position(machine, thread);
        let wrote = machine.has_written_since(mark);
        if self.writes.len() <= thread.index() {
            self.writes.resize(thread.index() + 1, 0);
        }
        let writes = &mut self.writes[thread.index()];
        *writes += u32::from(wrote);
        let place = self.places.entry(position).or_default();
        self.steps.push(Noted { thread, position, before: *place, wrote });
        place.rounds += match () {
            () if machine.step_was_cut() => CUT,
            () if place.rounds > 0 && place.writes == *writes => IDLE,
            () => 1,
        };
        place.writes = *writes;
    }

    /// Forgets all but so many steps.
    pub fn back_to(&mut self, depth: usize) {
        for Noted { thread, position, before, wrote } in self.steps.drain(depth.min(self.steps.len())..).rev() {
            self.writes[thread.index()] -= u32::from(wrote);
            if before.rounds == 0 {
                self.places.remove(&position);
            } else {
                self.places.insert(position, before);
            }
        }
    }

    /// How often a thread has come to where it stands.
    pub fn of(&self, machine: &Machine<'_>, thread: ThreadId) -> u32 {
        self.places.get(&position(machine, thread)).map_or(0, |place| place.rounds)
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
