//! The hook by which an analysis of the program makes steps longer.
//!
//! A thread stops before an instruction that other threads can notice. A [`Reduction`] may know
//! better: if none of them will ever do anything that depends on the instruction, then executing it
//! at once is a persistent set of one thread, and stopping before it is of no use (Godefroid,
//! LNCS 1032, chapter 4; Parízek and Lhoták, ASE 2011). Every state in which the machine does rest still offers all threads, and a step has an
//! end, so no thread is forgotten for ever.

use std::ops::Range;

use heddle_program::MethodId;

use crate::heap::{Ref, SHARED};
use crate::machine::Machine;
use crate::pending::{Access, Location, Mode, Pending};

/// Proves that nobody else will notice a thread's next action. Its answer must follow from the
/// state, of which it sees all.
pub trait Reduction: Send {
    /// Whether no other thread, nor any that they may start, can do something in future that
    /// depends on this action of the running thread.
    fn is_unnoticed(&mut self, machine: &mut Machine<'_>, pending: Pending) -> bool;

    /// The running thread does this as the first thing of a step, so that nobody asks whether others
    /// notice it.
    fn see(&mut self, machine: &mut Machine<'_>, pending: Pending);

    /// Whether a thread that stands before this access may as well stay there, because it would have to
    /// wait for what it asks for.
    fn waits(&mut self, machine: &Machine<'_>, t: usize, access: Access) -> bool;

    /// What the reduction believed of the program until a run showed that it is wrong, in words that
    /// mean the same in every search.
    fn exceptions(&self) -> Vec<String>;

    /// Stops believing what any machine found to be wrong. Machines differ in what they believe until
    /// all of them did this.
    fn learn(&mut self);

    /// What the state shows to be wrong about what the reduction believes of the program.
    fn refute(&mut self, machine: &mut Machine<'_>) -> Option<String>;
}

impl Machine<'_> {
    /// Whether a visible action of the running thread has to wait for a step of its own.
    #[inline(never)]
    pub(crate) fn is_noticed(&mut self, pending: Pending) -> bool {
        let Some(mut reduction) = self.reduction.take() else { return true };
        let unnoticed = reduction.is_unnoticed(self, pending);
        self.reduction = Some(reduction);
        !unnoticed
    }

    /// Shows the reduction an action that needs no answer.
    #[inline(never)]
    pub(crate) fn show(&mut self, pending: Pending) {
        if let Some(mut reduction) = self.reduction.take() {
            reduction.see(self, pending);
            self.reduction = Some(reduction);
        }
    }

    /// A native uses a run of array elements, besides what its effect says.
    pub fn show_elements(&mut self, array: Ref, elements: Range<u32>, writes: bool) {
        if self.options.explore && self.several && self.heap.tag(array) == SHARED && !elements.is_empty() {
            let location = Location::Elements { array, from: elements.start, to: elements.end };
            self.show(Pending::Memory(Access { location, reads: !writes, writes, mode: Mode::Plain }));
        }
    }

    /// Whether a thread waits before it asks for what another one has.
    pub fn waits_before(&mut self, t: usize) -> bool {
        if self.options.plain {
            return false;
        }
        let Pending::Memory(access) = self.pending(t) else { return false };
        let Some(mut reduction) = self.reduction.take() else { return false };
        let waits = reduction.waits(self, t, access);
        self.reduction = Some(reduction);
        waits
    }

    /// Begins anew without what turned out to be wrong.
    pub fn learn(&mut self) {
        self.mistaken = false;
        self.options.locked_streams |= self.locks_streams;
        if let Some(reduction) = &mut self.reduction {
            reduction.learn();
        }
    }

    /// Whether the running thread began this step in its frame `index` or above, called by nothing but
    /// methods of that kind, and has not left the frame since.
    pub fn has_stayed_in(&self, index: usize, mut is_of_kind: impl FnMut(MethodId) -> bool) -> bool {
        if self.eager {
            return false;
        }
        let journal = &self.journal;
        let saved = &journal.stacks[self.stacks_before..];
        let ends = saved.iter().skip(1).map(|next| next.frames as usize).chain([journal.frames.len()]);
        saved.iter().zip(ends).filter(|(stack, _)| usize::from(stack.thread) == self.current).all(|(stack, end)| {
            let frames = &journal.frames[stack.frames as usize..end];
            stack.lowest as usize >= index && frames.iter().all(|frame| is_of_kind(frame.method))
        })
    }

    /// Whether the running thread, which is about to park, will be parked by that.
    pub fn will_park(&self) -> bool {
        let thread = &self.threads[self.current];
        !thread.control.resumed && !thread.control.permit && !self.is_interrupted(thread.object)
    }

    /// Compares the state with what the reduction believes of the program.
    pub fn refute_reduction(&mut self) -> Option<String> {
        let mut reduction = self.reduction.take()?;
        let refuted = reduction.refute(self);
        self.reduction = Some(reduction);
        refuted
    }
}
