//! Monitors: who owns them, who is after them, what `wait` and `notify` do, under both policies.
//!
//! Figure 3 of Corbett (TOSEM 2000). Under both policies a thread that finds a monitor taken
//! makes a transition: it becomes blocked, which is what the formula for deadlocks observes. Under
//! `Fifo` a release passes the monitor to the head of the queue; under `Barging` it becomes free,
//! and each blocked thread may take it by a transition of its own, or lose it to a newcomer.

use crate::language::{Monitors, ThreadId, Value};
use crate::state::{Layout, control, status};

/// The part of a state that concerns monitors; every write goes through `put`.
pub struct Scene<'a> {
    pub layout: &'a Layout,
    pub policy: Monitors,
    pub threads: u32,
    pub state: &'a mut [Value],
    pub seen: &'a mut crate::domains::Domains,
}

impl Scene<'_> {
    pub fn put(&mut self, at: usize, value: Value) {
        self.seen.see(at, value);
        self.state[at] = value;
    }

    fn read(&self, thread: ThreadId, variable: usize) -> Value {
        self.state[self.layout.thread(thread, variable)]
    }

    pub fn write(&mut self, thread: ThreadId, variable: usize, value: Value) {
        self.put(self.layout.thread(thread, variable), value);
    }

    pub fn owner(&self, object: Value) -> Option<ThreadId> {
        let owner = self.state[self.layout.owner(object)];
        (owner > 0).then(|| ThreadId(owner as u32 - 1))
    }

    pub fn count(&self, object: Value) -> Value {
        self.state[self.layout.count(object)]
    }

    fn all(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.threads).map(ThreadId)
    }

    fn is_at(&self, thread: ThreadId, object: Value, waits: bool) -> bool {
        let doing = self.read(thread, control::STATUS);
        let kind = if waits { doing == status::WAITING || doing == status::TIMED } else { doing == status::BLOCKED };
        kind && self.read(thread, control::OBJECT) == object
    }

    /// Threads that are blocked at a monitor, or wait for a notification; by their places.
    pub fn queue(&self, object: Value, waits: bool) -> Vec<ThreadId> {
        let mut queue: Vec<ThreadId> = self.all().filter(|&thread| self.is_at(thread, object, waits)).collect();
        queue.sort_by_key(|&thread| self.read(thread, control::PLACE));
        queue
    }

    fn own(&mut self, thread: ThreadId, object: Value, count: Value) {
        self.put(self.layout.owner(object), thread.0 as Value + 1);
        self.put(self.layout.count(object), count);
    }

    fn append(&mut self, thread: ThreadId, object: Value, doing: Value) {
        let waits = doing != status::BLOCKED;
        let place = if self.policy == Monitors::Fifo { self.queue(object, waits).len() as Value + 1 } else { 0 };
        self.write(thread, control::STATUS, doing);
        self.write(thread, control::OBJECT, object);
        self.write(thread, control::PLACE, place);
    }

    /// Those behind a thread that leaves its queue move up.
    fn close_gap(&mut self, object: Value, waits: bool, left: Value) {
        for thread in self.all() {
            let place = self.read(thread, control::PLACE);
            if place > left && self.is_at(thread, object, waits) {
                self.write(thread, control::PLACE, place - 1);
            }
        }
    }

    /// A blocked thread gets its monitor.
    pub fn grant(&mut self, thread: ThreadId) {
        let object = self.read(thread, control::OBJECT);
        let (place, count) = (self.read(thread, control::PLACE), self.read(thread, control::SAVED));
        self.write(thread, control::STATUS, status::READY);
        for variable in [control::OBJECT, control::PLACE, control::SAVED] {
            self.write(thread, variable, 0);
        }
        if place > 0 {
            self.close_gap(object, false, place);
        }
        self.own(thread, object, count);
    }

    pub fn enter(&mut self, thread: ThreadId, object: Value) {
        match self.owner(object) {
            None => self.own(thread, object, 1),
            Some(owner) if owner == thread => self.own(thread, object, self.count(object) + 1),
            Some(_) => {
                self.append(thread, object, status::BLOCKED);
                self.write(thread, control::SAVED, 1);
            }
        }
    }

    /// The monitor becomes free, or passes to the head of the queue.
    fn release(&mut self, object: Value) {
        self.put(self.layout.owner(object), 0);
        self.put(self.layout.count(object), 0);
        if self.policy == Monitors::Fifo
            && let Some(&first) = self.queue(object, false).first()
        {
            self.grant(first);
        }
    }

    pub fn exit(&mut self, object: Value) {
        let count = self.count(object);
        if count > 1 {
            self.put(self.layout.count(object), count - 1);
        } else {
            self.release(object);
        }
    }

    pub fn wait(&mut self, thread: ThreadId, object: Value, timed: bool) {
        let count = self.count(object);
        self.append(thread, object, if timed { status::TIMED } else { status::WAITING });
        self.write(thread, control::SAVED, count);
        self.release(object);
    }

    /// A waiter goes for the monitor again: it was notified, or its time is over.
    pub fn wake(&mut self, thread: ThreadId) {
        let (object, place) = (self.read(thread, control::OBJECT), self.read(thread, control::PLACE));
        self.write(thread, control::STATUS, status::READY);
        self.close_gap(object, true, place);
        self.append(thread, object, status::BLOCKED);
        if self.policy == Monitors::Fifo && self.owner(object).is_none() {
            self.grant(thread);
        }
    }

    /// Wakes the head of the wait queue, or the one that is chosen if any may be.
    pub fn notify(&mut self, object: Value, choice: u32) {
        let waiters = self.queue(object, true);
        if !waiters.is_empty() {
            self.wake(waiters[choice as usize % waiters.len()]);
        }
    }

    pub fn notify_all(&mut self, object: Value) {
        for thread in self.queue(object, true) {
            self.wake(thread);
        }
    }
}
