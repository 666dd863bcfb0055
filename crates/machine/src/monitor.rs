//! Monitors, wait sets, parking, sleeping, interrupting.
//!
//! A monitor is a word in the object's header. Its entry set is implicit: the threads whose next
//! instruction is to take it. Its wait set is implicit too: the threads whose status says that they
//! wait for it. By default any contender may get a free monitor (barging); `fifo` has the other way.

use heddle_program::{ClassId, Origin};
use heddle_verdict::{Monitors, SearchAssumption};

use crate::heap::Ref;
use crate::machine::Machine;
use crate::native::{NativeResult, Stop, Trap};
use crate::thread::{Cause, Status};
use crate::wakeup::Return;

impl Machine<'_> {
    /// Takes a monitor once more, or blocks.
    #[inline]
    pub fn monitor_enter(&mut self, object: Ref) -> Result<(), Trap> {
        let (owner, count) = self.state.heap.monitor(object);
        let me = self.stepper.current as u16 + 1;
        if owner != 0 && owner != me {
            return Err(Trap::Block);
        }
        if owner == 0 && self.settings.semantics.monitors == Monitors::Fifo {
            self.leave_queue(object);
        }
        if self.linkage.streams.contains(&object) {
            self.note_locked_stream();
        }
        if self.linkage.locked_groups == Some(self.class_of(object)) {
            self.check_locked_group()?;
        }
        if count == u16::MAX {
            return Err(Trap::Stop(Stop::Limit("a monitor was entered 65,535 times by one thread".into())));
        }
        let cell = self.state.heap.cell_with_monitor(object, me, count + 1);
        self.store(object, 0, cell);
        Ok(())
    }

    /// Groups of JDK 17 lock themselves when threads begin and end; natives do that work without it. A program that takes such
    /// a monitor could tell.
    #[cold]
    fn check_locked_group(&self) -> Result<(), Trap> {
        let top = self.state.threads[self.stepper.current].frames.last();
        let is_user = |method| self.program.class(self.program.method(method).class).origin == Origin::User;
        match top.is_some_and(|frame| is_user(frame.method)) && self.settings.exploring {
            true => Err(Trap::Stop(Stop::Unsupported("synchronized on a java.lang.ThreadGroup".into()))),
            false => Ok(()),
        }
    }

    /// Printing takes a standard stream's monitor too, but that is no step of its own unless the program
    /// is known to take it as well. The JDK takes it to print an exception; that counts if the exception is of
    /// a class of the program, whose methods are called then.
    #[cold]
    fn note_locked_stream(&mut self) {
        if !self.settings.exploring || !self.assumed.streams_unlocked || self.steps_singly() {
            return;
        }
        let Some(top) = self.state.threads[self.stepper.current].frames.len().checked_sub(1) else { return };
        let is_user = |class: ClassId| self.program.class(class).origin == Origin::User;
        let method = self.state.threads[self.stepper.current].frames[top].method;
        if is_user(self.program.method(method).class)
            || self.live_references(self.stepper.current, top).any(|object| is_user(self.class_of(object)))
        {
            self.refute(SearchAssumption::StandardStreamsUnlocked);
        }
    }

    /// Releases a monitor once.
    #[inline]
    pub fn monitor_exit(&mut self, object: Ref) -> Result<(), Trap> {
        let (owner, count) = self.state.heap.monitor(object);
        let me = self.stepper.current as u16 + 1;
        if owner != me {
            return Err(self.not_owner());
        }
        let owner = if count == 1 { 0 } else { me };
        let cell = self.state.heap.cell_with_monitor(object, owner, count - 1);
        self.store(object, 0, cell);
        Ok(())
    }

    /// Whether the current thread holds a monitor.
    pub fn holds(&self, object: Ref) -> bool {
        self.state.heap.monitor(object).0 == self.stepper.current as u16 + 1
    }

    #[cold]
    fn not_owner(&mut self) -> Trap {
        self.throw("java/lang/IllegalMonitorStateException", "current thread is not owner")
    }

    /// `Object.wait`: `nanos` is 0 for no time-out. Executed twice: first to release the monitor
    /// and join the wait set, then to take the monitor again.
    pub fn monitor_wait(&mut self, object: Ref, nanos: i64) -> NativeResult {
        let me = self.stepper.current;
        if self.state.threads[me].control.blocking.resumed {
            return self.finish_wait(object);
        }
        if !self.holds(object) {
            return Err(self.not_owner());
        }
        if self.take_interrupt() {
            return Err(self.throw_bare("java/lang/InterruptedException"));
        }
        let (_, count) = self.state.heap.monitor(object);
        let (deadline, timed) = (self.deadline(nanos), self.ends(nanos));
        let ticket = self.waiting_ticket(object);
        let control = self.control(me);
        control.blocking.ticket = ticket;
        control.blocking.saved_count = count;
        control.status = Status::Waiting { object, timed };
        control.blocking.resumed = true;
        control.blocking.cause = Cause::None;
        control.blocking.deadline = deadline;
        let cell = self.state.heap.cell_with_monitor(object, 0, 0);
        self.store(object, 0, cell);
        Err(Trap::Block)
    }

    fn finish_wait(&mut self, object: Ref) -> NativeResult {
        let me = self.stepper.current;
        if matches!(self.state.threads[me].control.status, Status::Waiting { .. }) {
            return Err(Trap::Block);
        }
        if !self.may_take(me, object) {
            return Err(Trap::Block);
        }
        if self.settings.semantics.monitors == Monitors::Fifo {
            self.leave_queue(object);
        }
        let count = self.state.threads[me].control.blocking.saved_count;
        let cell = self.state.heap.cell_with_monitor(object, me as u16 + 1, count);
        self.store(object, 0, cell);
        let returns = self.chosen_return(me);
        let control = self.control(me);
        control.status = Status::Runnable;
        control.blocking.resumed = false;
        control.blocking.cause = Cause::None;
        control.blocking.saved_count = 0;
        control.blocking.deadline = i64::MAX;
        match returns {
            Return::Normal => return Ok(0),
            Return::Interrupted => {}
            // Notifications are not lost to interrupts.
            Return::PassedOn(at) => {
                if let Some(&waiter) = self.waiters_in_order(object).get(at) {
                    self.leave_wait_set_of(object, waiter, Cause::Notified);
                }
            }
        }
        self.take_interrupt();
        Err(self.throw_bare("java/lang/InterruptedException"))
    }

    /// Threads in an object's wait set, in order of their index.
    pub fn waiters(&self, object: Ref) -> impl Iterator<Item = usize> + '_ {
        self.state.threads.iter().enumerate().filter_map(move |(index, thread)| match thread.control.status {
            Status::Waiting { object: of, .. } if of == object => Some(index),
            _ => None,
        })
    }

    /// `Object.notify` and `notifyAll`. Which waiter `notify` wakes is the chosen alternative, or
    /// the longest waiting one in a plain run.
    pub fn monitor_notify(&mut self, object: Ref, all: bool) -> NativeResult {
        if !self.holds(object) {
            return Err(self.not_owner());
        }
        let waiters = self.waiters_in_order(object);
        let chosen = if all {
            waiters
        } else {
            let at = self.stepper.alternative as usize;
            waiters.get(at).or(waiters.first()).copied().into_iter().collect()
        };
        for waiter in chosen {
            self.leave_wait_set_of(object, waiter, if all { Cause::NotifiedWithAll } else { Cause::Notified });
        }
        Ok(0)
    }

    /// A thread leaves the wait set that it is in, if any, without having been notified.
    pub(crate) fn leave_wait_set(&mut self, thread: usize, cause: Cause) {
        if let Status::Waiting { object, .. } = self.state.threads[thread].control.status {
            self.leave_wait_set_of(object, thread, cause);
        }
    }

    /// `Unsafe.park`: `nanos` is the time-out, or none.
    pub fn park(&mut self, nanos: Option<i64>) -> NativeResult {
        let me = self.stepper.current;
        let control = self.state.threads[me].control;
        if control.blocking.resumed {
            if matches!(control.status, Status::Parked { .. }) {
                return Err(Trap::Block);
            }
            // A second permit that came before the thread went on is the same as the first.
            let control = self.control(me);
            control.permit = false;
            control.blocking.resumed = false;
            control.blocking.deadline = i64::MAX;
            return Ok(0);
        }
        if control.permit {
            self.control(me).permit = false;
            return Ok(0);
        }
        if self.is_interrupted(self.state.threads[me].object) || nanos.is_some_and(|n| n <= 0) {
            return Ok(0);
        }
        let nanos = nanos.unwrap_or(0);
        let (deadline, timed) = (self.deadline(nanos), self.ends(nanos));
        let control = self.control(me);
        control.status = Status::Parked { timed };
        control.blocking.resumed = true;
        control.blocking.deadline = deadline;
        Err(Trap::Block)
    }

    /// `Unsafe.unpark`.
    pub fn unpark(&mut self, thread: Ref) {
        let Some(thread) = self.thread_of(thread) else { return };
        match self.state.threads[thread].control.status {
            Status::Terminated => {}
            Status::Parked { .. } => self.control(thread).status = Status::Runnable,
            _ if self.state.threads[thread].control.permit => {}
            _ => self.control(thread).permit = true,
        }
    }

    /// `Thread.sleep`. While exploring, sleeping takes no step of its own, unless it is endless or
    /// somebody knows what time it is: being interrupted during a sleep and just before
    /// it come to the same.
    pub fn sleep(&mut self, nanos: i64) -> NativeResult {
        let me = self.stepper.current;
        if self.take_interrupt() {
            if self.state.threads[me].control.blocking.resumed {
                let control = self.control(me);
                control.blocking.resumed = false;
                control.blocking.deadline = i64::MAX;
                control.status = Status::Runnable;
            }
            return Err(self.throw("java/lang/InterruptedException", "sleep interrupted"));
        }
        let blocks = self.shares_clock()
            || !self.assumed.thread_states_unobserved
            || self.settings.stops.is_some_and(|stops| stops.sleeps);
        if self.settings.exploring && (nanos <= 0 || self.ends(nanos) && !blocks) {
            self.let_pass(me, nanos);
            return Ok(0);
        }
        if self.state.threads[me].control.blocking.resumed {
            if self.state.threads[me].control.status == Status::Sleeping {
                return Err(Trap::Block);
            }
            let control = self.control(me);
            control.blocking.resumed = false;
            control.blocking.deadline = i64::MAX;
            return Ok(0);
        }
        let deadline = self.deadline(nanos.max(1));
        let control = self.control(me);
        control.status = Status::Sleeping;
        control.blocking.resumed = true;
        control.blocking.deadline = deadline;
        Err(Trap::Block)
    }

    /// The part of `Thread.interrupt` that wakes the thread; the flag is a field of the
    /// `java.lang.Thread`, set by the JDK's code.
    pub fn interrupt(&mut self, thread: Ref) {
        let Some(index) = self.thread_of(thread) else { return };
        match self.state.threads[index].control.status {
            Status::Waiting { .. } if self.orders_interrupts() => {
                self.control(index).blocking.cause = Cause::Interrupted;
            }
            Status::Waiting { .. } => self.leave_wait_set(index, Cause::Interrupted),
            Status::Parked { .. } | Status::Sleeping => self.control(index).status = Status::Runnable,
            Status::Terminated => {}
            Status::Runnable | Status::Notified { .. } => {
                // LockSupport: an interrupt makes the next park return at once; that follows from
                // the flag, so there is nothing to record.
            }
        }
    }

    /// Whether a thread's interrupt flag is set.
    pub fn is_interrupted(&self, thread: Ref) -> bool {
        self.linkage.interrupted_place.is_some_and(|place| self.state.heap.cell(thread + place) != 0)
    }

    /// Clears the running thread's interrupt flag; whether it was set.
    fn take_interrupt(&mut self) -> bool {
        let thread = self.current_thread();
        if !self.is_interrupted(thread) {
            return false;
        }
        let place = self.linkage.interrupted_place.expect("the flag was set");
        self.store(thread, place, 0);
        true
    }
}
