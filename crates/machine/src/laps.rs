//! Loops in which nothing is visible. A step through one is cut, so that it neither hangs the search
//! nor hides other threads (the cycle proviso): at once if the thread came back to a
//! state that it was in before, with everything written meanwhile as it was, for then it goes round
//! for ever, and else after a number of backward jumps. A loop that makes objects is of the second kind.
//!
//! Looked at every [`LAP`] jumps; the state that later ones are compared with is taken anew after 1, 2,
//! 4, 8, … of them (Brent), so that the way into the loop and its length do not matter.

use rustc_hash::FxHashSet;

use crate::journal::Journal;
use crate::machine::Machine;
use crate::thread::Frame;

/// Backward jumps between two looks.
const LAP: u32 = 128;

/// How far a step has gone round.
pub(crate) struct Laps {
    /// Backward jumps that are left.
    left: u32,
    looks: u32,
    seen: Option<Seen>,
}

/// What a thread's next instructions depend on, if it is alone, and where the journal was then.
struct Seen {
    frames: Vec<Frame>,
    regs: Vec<u64>,
    /// How many cells had been written.
    cells: usize,
    /// Lengths of everything else that grows when something happens.
    others: [usize; 5],
}

impl Machine<'_> {
    /// The jumps that a step may make, the first lap of which is given to the thread.
    pub(crate) fn first_lap(&mut self) -> Laps {
        let left = self.options.max_loop;
        self.fuel = left.min(LAP);
        Laps { left: left - self.fuel, looks: 0, seen: None }
    }

    /// A lap of thread `t` is over: gives it another unless the step has to be cut.
    pub(crate) fn next_lap(&mut self, t: usize, laps: &mut Laps) -> bool {
        if laps.left == 0 || laps.seen.as_ref().is_some_and(|seen| self.is_back(t, seen)) {
            return false;
        }
        laps.looks += 1;
        if laps.looks.is_power_of_two() {
            // What the step itself has made is journaled too from now on, so that a write is noticed.
            self.journal.floor = self.heap.path_top;
            laps.seen = Some(self.seen(t));
        }
        self.fuel = laps.left.min(LAP);
        laps.left -= self.fuel;
        true
    }

    fn is_back(&self, t: usize, seen: &Seen) -> bool {
        let frames = &self.threads[t].frames;
        frames.last() == seen.frames.last()
            && *frames == seen.frames
            && self.others() == seen.others
            && self.registers(t) == seen.regs
            && self.cells_are_back(seen.cells)
    }

    /// Whether all cells written since have the values that they had then.
    fn cells_are_back(&self, since: usize) -> bool {
        let mut known = FxHashSet::default();
        // What a cell was before it was first written is what it was then.
        let firsts = self.journal.cells[since..].iter().filter(|old| known.insert(old.cell));
        firsts.into_iter().all(|old| self.heap.cell(old.cell) == old.value)
    }

    fn seen(&self, t: usize) -> Seen {
        Seen {
            frames: self.threads[t].frames.clone(),
            regs: self.registers(t).to_vec(),
            cells: self.journal.cells.len(),
            others: self.others(),
        }
    }

    /// The registers of all frames of a thread.
    fn registers(&self, t: usize) -> &[u64] {
        let thread = &self.threads[t];
        let registers = |frame: &Frame| usize::from(self.code(frame.method).shared.registers);
        &thread.regs[..thread.frames.last().map_or(0, |frame| frame.base as usize + registers(frame))]
    }

    fn others(&self) -> [usize; 5] {
        let Journal { controls, hashes, .. } = &self.journal;
        [controls.len(), hashes.len(), self.output.len(), self.uncaught.len(), self.heap.path_top as usize]
    }
}
