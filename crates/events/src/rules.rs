//! The 17 rules of event spaces (Cataño, FMICS 2003, Appendix A, with its misprints
//! corrected): the memory model of chapter 17 of the first Java specification.
//!
//! In: a space and the events of it that count. Out: each violation, with the rule and the events.

use std::fmt;

use crate::space::{EventId, EventKind, EventSpace};

/// A rule, by its number in Cataño (FMICS 2003).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// Actions of one thread are totally ordered.
    R1,
    /// Reads and writes of one variable are totally ordered.
    R2a,
    /// Locks and unlocks of one object are totally ordered.
    R2b,
    /// No load between an assign and its store: the assigned value would be lost.
    R3,
    /// Between two stores there is an assign.
    R4,
    /// A use needs an assign or a load before it.
    R5,
    /// A store needs an assign before it.
    R6,
    /// A use sees the latest assign.
    R7,
    /// A use sees the latest load.
    R8,
    /// A store transmits the latest assign.
    R9,
    /// A load takes the value of a read of its own before it.
    R10,
    /// A write takes the value of a store of its own before it.
    R11,
    /// The main memory serves a store before a later load.
    R12,
    /// An unlock belongs to a lock before it.
    R13,
    /// Only one thread holds a lock.
    R14,
    /// Before an unlock, every assigned value reaches the main memory.
    R15,
    /// After a lock, a use sees a value read or assigned since.
    R16,
    /// After a lock, a store transmits a value assigned since.
    R17,
}

impl Rule {
    pub const ALL: [Rule; 18] = [
        Rule::R1,
        Rule::R2a,
        Rule::R2b,
        Rule::R3,
        Rule::R4,
        Rule::R5,
        Rule::R6,
        Rule::R7,
        Rule::R8,
        Rule::R9,
        Rule::R10,
        Rule::R11,
        Rule::R12,
        Rule::R13,
        Rule::R14,
        Rule::R15,
        Rule::R16,
        Rule::R17,
    ];
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = format!("{self:?}");
        write!(f, "rule {}", &name[1..])
    }
}

/// A violated rule and the events that violate it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Broken {
    pub rule: Rule,
    pub events: Vec<EventId>,
}

/// The violations among all events.
pub fn check(space: &EventSpace) -> Vec<Broken> {
    let all: Vec<EventId> = (0..space.len()).collect();
    check_some(space, &all)
}

/// The violations if only the events of `keep` had happened.
pub fn check_some(space: &EventSpace, keep: &[EventId]) -> Vec<Broken> {
    let view = View { space, keep };
    let mut broken = Vec::new();
    view.total_orders(&mut broken);
    view.working_memory(&mut broken);
    view.values(&mut broken);
    view.main_memory(&mut broken);
    view.locks(&mut broken);
    view.locks_and_memory(&mut broken);
    broken.sort();
    broken
}

struct View<'s> {
    space: &'s EventSpace,
    keep: &'s [EventId],
}

use EventKind::{Assign, Load, Lock, Read, Store, Unlock, Use, Write};

impl View<'_> {
    fn all(&self, kind: EventKind) -> impl Iterator<Item = EventId> + '_ {
        self.keep.iter().copied().filter(move |&e| self.space.event(e).kind == kind)
    }

    /// Events of a kind with the thread and the place of another event.
    fn beside(&self, kind: EventKind, of: EventId) -> impl Iterator<Item = EventId> + '_ {
        self.all(kind).filter(move |&e| self.space.event(e).is_beside(self.space.event(of)))
    }

    fn same_thread(&self, kind: EventKind, of: EventId) -> impl Iterator<Item = EventId> + '_ {
        self.all(kind).filter(move |&e| self.space.event(e).thread == self.space.event(of).thread)
    }

    fn le(&self, a: EventId, b: EventId) -> bool {
        self.space.le(a, b)
    }

    fn same_value(&self, a: EventId, b: EventId) -> bool {
        self.space.event(a).value == self.space.event(b).value
    }

    /// `readof` or `storeof`, if that event counts.
    fn partner(&self, event: EventId) -> Option<EventId> {
        self.space.partner(event).filter(|partner| self.keep.contains(partner))
    }

    /// An event of a kind on the same thread and place lies between two.
    fn between(&self, kind: EventKind, a: EventId, b: EventId, of: EventId) -> bool {
        self.beside(kind, of).any(|e| self.le(a, e) && self.le(e, b))
    }

    fn total_orders(&self, broken: &mut Vec<Broken>) {
        for (at, &b) in self.keep.iter().enumerate() {
            for &a in &self.keep[..at] {
                let (x, y) = (self.space.event(a), self.space.event(b));
                if self.space.ordered(a, b) {
                    continue;
                }
                let mut report = |rule| broken.push(Broken { rule, events: vec![a, b] });
                if !x.kind.is_memory() && !y.kind.is_memory() && x.thread == y.thread {
                    report(Rule::R1);
                }
                if x.kind.is_memory() && y.kind.is_memory() && x.place == y.place {
                    report(Rule::R2a);
                }
                if x.kind.is_lock() && y.kind.is_lock() && x.place == y.place {
                    report(Rule::R2b);
                }
            }
        }
    }

    fn working_memory(&self, broken: &mut Vec<Broken>) {
        for assign in self.all(Assign) {
            for load in self.beside(Load, assign) {
                if self.le(assign, load) && !self.between(Store, assign, load, assign) {
                    broken.push(Broken { rule: Rule::R3, events: vec![assign, load] });
                }
            }
        }
        for store in self.all(Store) {
            for later in self.beside(Store, store) {
                if self.space.lt(store, later) && !self.between(Assign, store, later, store) {
                    broken.push(Broken { rule: Rule::R4, events: vec![store, later] });
                }
            }
            if !self.beside(Assign, store).any(|assign| self.le(assign, store)) {
                broken.push(Broken { rule: Rule::R6, events: vec![store] });
            }
        }
        for used in self.all(Use) {
            if !self.beside(Assign, used).chain(self.beside(Load, used)).any(|e| self.le(e, used)) {
                broken.push(Broken { rule: Rule::R5, events: vec![used] });
            }
        }
    }

    /// Rules 7 to 9: what is used or stored is the latest value that the thread has.
    fn values(&self, broken: &mut Vec<Broken>) {
        let newer = |kind, old, at| self.beside(kind, old).any(|e| self.space.lt(old, e) && self.le(e, at));
        for used in self.all(Use) {
            for (kind, rule) in [(Assign, Rule::R7), (Load, Rule::R8)] {
                for old in self.beside(kind, used) {
                    let overtaken = newer(Assign, old, used) || newer(Load, old, used);
                    if self.le(old, used) && !self.same_value(old, used) && !overtaken {
                        broken.push(Broken { rule, events: vec![old, used] });
                    }
                }
            }
        }
        for store in self.all(Store) {
            for assign in self.beside(Assign, store) {
                if self.le(assign, store) && !self.same_value(assign, store) && !newer(Assign, assign, store) {
                    broken.push(Broken { rule: Rule::R9, events: vec![assign, store] });
                }
            }
        }
    }

    fn main_memory(&self, broken: &mut Vec<Broken>) {
        for (kind, of, rule) in [(Load, Read, Rule::R10), (Write, Store, Rule::R11)] {
            for event in self.all(kind) {
                let fits = self.partner(event).is_some_and(|partner| {
                    let is_of = self.space.event(partner).kind == of;
                    is_of && self.le(partner, event) && self.same_value(partner, event)
                });
                if !fits {
                    broken.push(Broken { rule, events: vec![event] });
                }
            }
        }
        for store in self.all(Store) {
            let write = self.all(Write).find(|&write| self.space.partner(write) == Some(store));
            for load in self.beside(Load, store) {
                let served = write.zip(self.partner(load)).is_some_and(|(write, read)| self.le(write, read));
                if self.le(store, load) && !served {
                    broken.push(Broken { rule: Rule::R12, events: vec![store, load] });
                }
            }
        }
    }

    fn locks(&self, broken: &mut Vec<Broken>) {
        // Matched by counting: at any unlock, its thread has locked at least as often.
        for unlock in self.all(Unlock) {
            let locks = self.beside(Lock, unlock).filter(|&e| self.le(e, unlock)).count();
            let unlocks = self.beside(Unlock, unlock).filter(|&e| self.le(e, unlock)).count();
            if locks < unlocks {
                broken.push(Broken { rule: Rule::R13, events: vec![unlock] });
            }
        }
        for lock in self.all(Lock) {
            for other in self.all(Lock) {
                let (a, b) = (self.space.event(lock), self.space.event(other));
                if a.place != b.place || a.thread == b.thread || !self.le(lock, other) {
                    continue;
                }
                let before = |kind| self.beside(kind, lock).filter(|&e| self.le(e, other)).count();
                if before(Lock) != before(Unlock) {
                    broken.push(Broken { rule: Rule::R14, events: vec![lock, other] });
                }
            }
        }
    }

    fn locks_and_memory(&self, broken: &mut Vec<Broken>) {
        for assign in self.all(Assign) {
            for unlock in self.same_thread(Unlock, assign) {
                let flushed = self.beside(Write, assign).any(|write| {
                    self.partner(write).is_some_and(|store| self.le(assign, store) && self.le(write, unlock))
                });
                if self.le(assign, unlock) && !flushed {
                    broken.push(Broken { rule: Rule::R15, events: vec![assign, unlock] });
                }
            }
        }
        for lock in self.all(Lock) {
            for used in self.same_thread(Use, lock) {
                let loaded = self
                    .beside(Load, used)
                    .any(|load| self.partner(load).is_some_and(|read| self.le(lock, read) && self.le(load, used)));
                if self.le(lock, used) && !loaded && !self.between(Assign, lock, used, used) {
                    broken.push(Broken { rule: Rule::R16, events: vec![lock, used] });
                }
            }
            for store in self.same_thread(Store, lock) {
                if self.le(lock, store) && !self.between(Assign, lock, store, store) {
                    broken.push(Broken { rule: Rule::R17, events: vec![lock, store] });
                }
            }
        }
    }
}
