//! Divergence: loops in which nothing is visible. A step through one is cut, so that it neither hangs the
//! search nor postpones the other threads forever, which is the ignoring problem of partial-order reduction
//! (Valmari, Stubborn sets for reduced state space generation, Advances in Petri Nets 1990). The step is cut
//! at once if the thread is back in a state that it was in before, with everything written meanwhile as it
//! was, for then the loop never ends; and else after a number of backward jumps. A loop that allocates
//! objects is of the second kind. Calls count like jumps, since recursion is a loop too, and so does what takes as long in
//! one instruction ([`Machine::charge`]), so that a step takes a bounded time and limits are heard after it.
//!
//! The check is made every [`INTERVAL`] jumps; the state that later ones are compared with is taken anew
//! after 1, 2, 4, 8, … of them (Brent, An improved Monte Carlo factorization algorithm, BIT 1980), so that
//! neither the way into the cycle nor its length matters.

use rustc_hash::FxHashSet;

use crate::journal::Journal;
use crate::machine::Machine;
use crate::thread::Frame;

/// Backward jumps and calls between two checks.
const INTERVAL: u32 = 128;

/// How far a step has come, and what it is compared with.
pub(crate) struct Divergence {
    /// Backward jumps and calls that are left.
    left: u32,
    checks: u32,
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
    /// Gives the running thread the jumps up to the first check.
    pub(crate) fn begin_divergence_check(&mut self) -> Divergence {
        let left = self.settings.resources.max_loop;
        self.stepper.fuel = left.min(INTERVAL);
        self.stepper.charge = 0;
        Divergence { left: left - self.stepper.fuel, checks: 0, seen: None }
    }

    /// Thread `t` has used up its jumps: gives it more unless the step has to be cut.
    pub(crate) fn may_continue(&mut self, t: usize, divergence: &mut Divergence) -> bool {
        divergence.left = divergence.left.saturating_sub(std::mem::take(&mut self.stepper.charge));
        if divergence.left == 0 || divergence.seen.as_ref().is_some_and(|seen| self.is_back(t, seen)) {
            return false;
        }
        divergence.checks += 1;
        self.work += u64::from(INTERVAL);
        if divergence.checks.is_power_of_two() {
            // What the step itself has made is journaled too from now on, so that a write is noticed.
            self.journal.floor = self.state.heap.path_top;
            divergence.seen = Some(self.seen(t));
        }
        self.stepper.fuel = divergence.left.min(INTERVAL);
        divergence.left -= self.stepper.fuel;
        true
    }

    /// The running step does something at once that takes as long as so many backward jumps.
    pub fn charge(&mut self, jumps: u32) {
        if self.settings.exploring {
            self.stepper.charge = self.stepper.charge.saturating_add(jumps);
        }
    }

    fn is_back(&self, t: usize, seen: &Seen) -> bool {
        let frames = &self.state.threads[t].frames;
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
        firsts.into_iter().all(|old| self.state.heap.cell(old.cell) == old.value)
    }

    fn seen(&self, t: usize) -> Seen {
        Seen {
            frames: self.state.threads[t].frames.clone(),
            regs: self.registers(t).to_vec(),
            cells: self.journal.cells.len(),
            others: self.others(),
        }
    }

    /// The registers of all frames of a thread.
    fn registers(&self, t: usize) -> &[u64] {
        let thread = &self.state.threads[t];
        let registers = |frame: &Frame| usize::from(self.code(frame.method).shared.registers);
        &thread.regs[..thread.frames.last().map_or(0, |frame| frame.base as usize + registers(frame))]
    }

    fn others(&self) -> [usize; 5] {
        let Journal { controls, hashes, .. } = &self.journal;
        [
            controls.len(),
            hashes.len(),
            self.state.output.len(),
            self.state.uncaught.len(),
            self.state.heap.path_top as usize,
        ]
    }
}
