//! How a blocked thread comes back by a step of its own, and how `Object.wait` returns: time-outs, interrupts
//! and spurious wake-ups (JLS 17.2).
//!
//! JLS 17.2.1 leaves it to the waiting thread in which order it saw what could end its wait. So an interrupted
//! thread stays in the wait set until a step of its own takes it out, and a notification may come first: it
//! returns normally then, with the interrupt pending. A thread that was notified, or whose time was up, before
//! it was interrupted may still throw, as if the interrupt had come first; its notification goes to another
//! waiter then. Waiters that joined in between count as candidates too; for them that is a spurious wake-up,
//! which Java permits. Plain runs, and platforms with strict priorities, do as HotSpot mostly does: an interrupt
//! takes the thread out of the wait set at once.
//!
//! A spurious wake-up is permitted, never promised. A state whose only choices are spurious wake-ups may last for
//! ever, and no notion of fairness obliges a thread to wake up ([`Machine::is_promised`]).

use heddle_verdict::{Choice, Monitors, Priorities, SpuriousWakeups};
use smallvec::SmallVec;

use crate::heap::Ref;
use crate::machine::Machine;
use crate::thread::{Cause, Status};

/// Why a blocked thread comes back by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wakeup {
    TimeOut,
    Interrupt,
    Spurious,
}

/// How `Object.wait` returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Return {
    Normal,
    Interrupted,
    /// Throws, and passes the notification on to the waiter of that number, if there is one.
    PassedOn(usize),
}

impl Machine<'_> {
    /// In which ways a blocked thread can come back by itself; the order is that of its alternatives.
    pub fn wakeups(&self, t: usize) -> SmallVec<[Wakeup; 3]> {
        let control = &self.state.threads[t].control;
        let mut wakeups = SmallVec::new();
        if self.waits_for_time(t) {
            wakeups.push(Wakeup::TimeOut);
        }
        if matches!(control.status, Status::Waiting { .. }) && control.blocking.cause == Cause::Interrupted {
            wakeups.push(Wakeup::Interrupt);
        }
        let can_be_spurious = matches!(control.status, Status::Waiting { .. } | Status::Parked { .. });
        if can_be_spurious && self.settings.semantics.spurious_wakeups == SpuriousWakeups::Possible {
            wakeups.push(Wakeup::Spurious);
        }
        wakeups
    }

    /// The wake-up that a choice is, if it is one.
    pub fn wakeup(&self, choice: Choice) -> Option<Wakeup> {
        self.wakeups(choice.thread.index()).get(choice.alternative as usize).copied()
    }

    /// Whether a thread that stays before this choice forever is treated unfairly: all but spurious wake-ups.
    pub fn is_promised(&self, choice: Choice) -> bool {
        self.wakeup(choice) != Some(Wakeup::Spurious)
    }

    /// Lets a blocked thread come back.
    pub(crate) fn wake_up(&mut self, t: usize, wakeup: Wakeup) {
        match wakeup {
            Wakeup::TimeOut => self.time_out(t),
            Wakeup::Interrupt => self.leave_wait_set(t, Cause::Interrupted),
            Wakeup::Spurious => self.go_on(t),
        }
    }

    /// A blocked thread goes on without having been notified, unparked or interrupted.
    pub(crate) fn go_on(&mut self, t: usize) {
        self.leave_wait_set(t, Cause::TimedOut);
        let control = self.control(t);
        if matches!(control.status, Status::Parked { .. } | Status::Sleeping) {
            control.status = Status::Runnable;
        }
    }

    /// Whether all orders of interrupts and other wake-ups are explored.
    pub(crate) fn orders_interrupts(&self) -> bool {
        let platform = self.settings.semantics.platform.as_ref();
        self.settings.exploring && platform.is_none_or(|platform| platform.priorities != Priorities::Strict)
    }

    /// In how many ways a thread that left the wait set of `object` may return once it has the monitor.
    pub(crate) fn returns(&self, t: usize, object: Ref) -> u32 {
        let thread = &self.state.threads[t];
        if !self.orders_interrupts() || !self.is_interrupted(thread.object) {
            return 1;
        }
        match thread.control.blocking.cause {
            Cause::None | Cause::Interrupted => 1,
            Cause::TimedOut | Cause::NotifiedWithAll => 2,
            Cause::Notified if self.settings.semantics.monitors == Monitors::Fifo => 2,
            Cause::Notified => 1 + self.waiters(object).count().max(1) as u32,
        }
    }

    /// The return that the chosen alternative is; without a choice, the one of HotSpot.
    pub(crate) fn chosen_return(&mut self, t: usize) -> Return {
        let alternative = std::mem::take(&mut self.stepper.alternative);
        let thread = &self.state.threads[t];
        if !self.is_interrupted(thread.object) {
            return Return::Normal;
        }
        match (thread.control.blocking.cause, alternative) {
            (Cause::None | Cause::Interrupted, _) | (Cause::TimedOut, 0) => Return::Interrupted,
            (Cause::TimedOut, _) | (Cause::Notified | Cause::NotifiedWithAll, 0) => Return::Normal,
            (Cause::NotifiedWithAll, _) => Return::Interrupted,
            (Cause::Notified, other) => Return::PassedOn(other as usize - 1),
        }
    }
}
