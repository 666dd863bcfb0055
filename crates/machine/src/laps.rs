//! Loops in which nothing is visible. A step through one is cut, so that it neither hangs the search
//! nor hides other threads (ALGORITHMS §1.4, cycle proviso): at once if the thread came back to a local
//! state that it was in before and nothing was written meanwhile, for then it goes round for ever,
//! and else after a number of backward jumps.
//!
//! Looked at every [`LAP`] jumps; the state that later ones are compared with is taken anew after 1, 2,
//! 4, 8, … of them (Brent), so that the way into the loop and its length do not matter.

use crate::machine::Machine;
use crate::thread::Frame;

/// Backward jumps between two looks.
const LAP: u32 = 128;

/// How far a step has gone round.
pub(crate) struct Laps {
    /// Backward jumps that are left.
    left: u32,
    looks: u32,
    seen: Option<Local>,
}

/// What a thread's next instructions depend on, if it is alone.
#[derive(PartialEq, Eq)]
struct Local {
    frames: Vec<Frame>,
    regs: Vec<u64>,
    /// Lengths of everything that grows when something is written.
    written: [usize; 6],
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
            laps.seen = Some(self.local(t));
        }
        self.fuel = laps.left.min(LAP);
        laps.left -= self.fuel;
        true
    }

    fn is_back(&self, t: usize, seen: &Local) -> bool {
        let top = self.threads[t].frames.last();
        top == seen.frames.last() && self.written() == seen.written && self.local(t) == *seen
    }

    fn local(&self, t: usize) -> Local {
        let thread = &self.threads[t];
        let top = thread.frames.last().map_or(0, |frame| {
            frame.base as usize + usize::from(self.code(frame.method).shared.registers)
        });
        Local { frames: thread.frames.clone(), regs: thread.regs[..top].to_vec(), written: self.written() }
    }

    fn written(&self) -> [usize; 6] {
        let journal = &self.journal;
        let heap = self.heap.path_top as usize;
        [journal.cells.len(), journal.controls.len(), journal.hashes.len(), self.output.len(), self.uncaught.len(), heap]
    }
}
