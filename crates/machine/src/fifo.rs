//! First-in-first-out monitors, as an option: a thread that finds a monitor taken
//! joins the end of its queue, which is a step; a released monitor belongs to the head of the queue;
//! `notify` moves the thread that waited longest to the end of the queue.
//!
//! The queues are part of the state as tickets: a thread's position, from 1 on, in the queue of the
//! monitor that it wants or in the wait set of the object that it waits for. What a thread is doing
//! tells which of the two, so positions are all there is to remember. A thread that ends does not
//! queue for its own monitor.

use heddle_verdict::Monitors;

use crate::heap::Ref;
use crate::machine::Machine;
use crate::pending::Pending;
use crate::thread::{Cause, Status};

impl Machine<'_> {
    /// Whether a thread may take a monitor now.
    pub(crate) fn may_take(&mut self, t: usize, object: Ref) -> bool {
        let (owner, _) = self.state.heap.monitor(object);
        if owner == t as u16 + 1 {
            return true;
        }
        owner == 0 && (self.settings.semantics.monitors != Monitors::Fifo || self.is_next(t, object))
    }

    /// Whether a thread is the head of a monitor's queue, or there is none.
    fn is_next(&mut self, t: usize, object: Ref) -> bool {
        self.state.threads[t].control.blocking.ticket == 1 || self.queued(object).is_empty()
    }

    /// In how many ways a thread can move that stands before taking a monitor: with queues, not
    /// getting it is a move too, once.
    pub(crate) fn lock_alternatives(&mut self, t: usize, object: Ref) -> u32 {
        let queues =
            self.settings.semantics.monitors == Monitors::Fifo && self.state.threads[t].control.blocking.ticket == 0;
        u32::from(queues || self.may_take(t, object))
    }

    /// Joins the queue of the monitor that a thread stands before, if that is not to be had.
    pub(crate) fn join_queue(&mut self, t: usize) -> bool {
        if self.settings.semantics.monitors != Monitors::Fifo || self.state.threads[t].control.blocking.ticket != 0 {
            return false;
        }
        match self.pending(t) {
            Pending::Lock(object) if object != 0 && !self.may_take(t, object) => {
                let ticket = self.queued(object).len() as u32 + 1;
                self.control(t).blocking.ticket = ticket;
                true
            }
            _ => false,
        }
    }

    /// The running thread has taken a monitor: those behind it move up.
    #[cold]
    pub(crate) fn leave_queue(&mut self, object: Ref) {
        let me = self.stepper.current;
        if self.state.threads[me].control.blocking.ticket == 0 {
            return;
        }
        let queued = self.queued(object);
        self.control(me).blocking.ticket = 0;
        self.move_up(queued.into_iter().filter(|&t| t != me).collect());
    }

    fn move_up(&mut self, threads: Vec<usize>) {
        for t in threads {
            self.control(t).blocking.ticket -= 1;
        }
    }

    /// A thread joins an object's wait set; its position there.
    pub(crate) fn waiting_ticket(&self, object: Ref) -> u32 {
        if self.settings.semantics.monitors == Monitors::Fifo { self.waiters(object).count() as u32 + 1 } else { 0 }
    }

    /// The waiters of an object, the one that waited longest first.
    pub(crate) fn waiters_in_order(&self, object: Ref) -> Vec<usize> {
        let mut waiters: Vec<usize> = self.waiters(object).collect();
        waiters.sort_by_key(|&t| self.state.threads[t].control.blocking.ticket);
        waiters
    }

    /// A thread leaves a wait set and has to take the monitor again.
    pub(crate) fn leave_wait_set_of(&mut self, object: Ref, waiter: usize, cause: Cause) {
        if self.settings.semantics.monitors == Monitors::Fifo {
            let ticket = self.state.threads[waiter].control.blocking.ticket;
            let behind =
                self.waiters(object).filter(|&t| self.state.threads[t].control.blocking.ticket > ticket).collect();
            self.move_up(behind);
            let ticket = self.queued(object).len() as u32 + 1;
            self.control(waiter).blocking.ticket = ticket;
        }
        let control = self.control(waiter);
        control.status = Status::Notified { object };
        control.blocking.cause = cause;
    }

    /// The threads in the queue of a monitor, in any order.
    fn queued(&mut self, object: Ref) -> Vec<usize> {
        let mut queued = Vec::new();
        for t in 0..self.state.threads.len() {
            let control = self.state.threads[t].control;
            let is_queued = control.blocking.ticket != 0
                && match control.status {
                    Status::Notified { object: of } => of == object,
                    Status::Runnable => self.pending(t) == Pending::Lock(object),
                    _ => false,
                };
            if is_queued {
                queued.push(t);
            }
        }
        queued
    }
}
