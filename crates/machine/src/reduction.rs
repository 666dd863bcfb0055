//! The hook by which an analysis of the program makes steps longer.
//!
//! A thread stops before an instruction that other threads can notice. A [`Reduction`] may know
//! better: if none of them will ever do anything that depends on the instruction, then executing it
//! at once is a persistent set of one thread, and stopping before it is of no use (ALGORITHMS §1.4,
//! §3.1.2). Every state in which the machine does rest still offers all threads, and a step has an
//! end, so no thread is forgotten for ever.

use crate::machine::Machine;
use crate::pending::Pending;

/// Proves that nobody else will notice a thread's next action. Its answer must follow from the
/// state, of which it sees all.
pub trait Reduction: Send {
    /// Whether no other thread, nor any that they may start, can do something in future that
    /// depends on this action of the running thread.
    fn is_unnoticed(&mut self, machine: &Machine<'_>, pending: Pending) -> bool;

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

    /// Compares the state with what the reduction believes of the program.
    pub fn refute_reduction(&mut self) -> Option<String> {
        let mut reduction = self.reduction.take()?;
        let refuted = reduction.refute(self);
        self.reduction = Some(reduction);
        refuted
    }
}
