//! Draws programs about synchronisers of `java.util.concurrent` from seeds: data that is used under locks,
//! mostly the right ones; conditions, semaphores, latches, maps and atomic integers, with monitors and plain
//! accesses in between.
//!
//! Programs are smaller than those of [`crate::random`], for an operation takes many steps of a search that
//! knows nothing about it.

use crate::program::{
    Atomic, Base, Index, LOCALS, Lock, MapOperation, Operation, Place, Program, Reentrant, RefPlace, RefValue, Stmt,
    Value,
};
use crate::random::Random;

/// What a statement is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// An access under the lock that belongs to its place.
    Guarded,
    /// An access that nothing guards on purpose.
    Bare,
    /// A block with a lock.
    Locked,
    /// One that is entered only if the lock is free.
    Tried,
    Condition,
    Semaphore,
    Latch,
    Map,
    Atomic,
    Monitor,
    Object,
    If,
    /// A lock or unlock without its counterpart.
    Odd,
    Assert,
}

const KINDS: [Kind; 14] = [
    Kind::Guarded,
    Kind::Bare,
    Kind::Locked,
    Kind::Tried,
    Kind::Condition,
    Kind::Semaphore,
    Kind::Latch,
    Kind::Map,
    Kind::Atomic,
    Kind::Monitor,
    Kind::Object,
    Kind::If,
    Kind::Odd,
    Kind::Assert,
];

/// How often kinds come, one row for each flavour of a program.
#[rustfmt::skip]
const FLAVOURS: [[u32; 14]; 6] = [
    //gua bar loc try con sem lat map ato mon obj  if odd ass
    [ 40,  8, 14,  6,  3,  0,  0,  0,  0,  5,  4,  6,  2,  2],
    [ 14,  8, 10,  4, 30,  0,  0,  0,  0,  2,  0,  8,  1,  1],
    [ 10, 20,  4,  2,  0, 30,  0,  0,  6,  0,  0, 10,  0,  3],
    [  8, 20,  4,  0,  0,  4, 26,  0,  4,  0,  4,  6,  0,  2],
    [  6, 10,  6,  2,  0,  0,  0, 40,  6,  0,  0, 10,  0,  3],
    [ 14, 10,  8,  4,  5,  6,  4,  8,  6,  4,  4,  6,  2,  2],
];

/// Places, with the lock that guards each.
const PLACES: [(Place, Guard); 6] = [
    (Place::X, Guard::Reentrant(Reentrant::Shared(0))),
    (Place::X, Guard::Reentrant(Reentrant::Shared(0))),
    (Place::Y, Guard::Reentrant(Reentrant::Shared(1))),
    (Place::Field(Base::A), Guard::Reentrant(Reentrant::Of(Base::A))),
    (Place::Element(Index::Const(0)), Guard::Reentrant(Reentrant::Shared(0))),
    (Place::Field(Base::B), Guard::Monitor),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Guard {
    Reentrant(Reentrant),
    /// `l0`.
    Monitor,
}

struct Drawing {
    random: Random,
    weights: [u32; 14],
    palette: Vec<(Place, Guard)>,
    /// Statements left for this thread.
    budget: usize,
    /// The local written last.
    recent: u8,
    held: Vec<Guard>,
    has_object: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    // Another stream than that of `random::program`.
    let mut random = Random::new(seed ^ 0x6a75_635f_6a75_6300);
    let weights = FLAVOURS[random.weighted(&[30, 20, 12, 10, 12, 16])];
    let palette = (0..1 + random.below(3)).map(|_| random.pick(&PLACES)).collect();
    let workers = [1, 2][random.weighted(&[60, 40])];
    let mut drawing = Drawing { random, weights, palette, budget: 0, recent: 0, held: vec![], has_object: false };
    let mut threads: Vec<Vec<Stmt>> = vec![];
    for thread in 0..=workers {
        drawing.has_object = false;
        drawing.budget = match (workers, thread) {
            (1, _) => 2 + drawing.random.below(4),
            (_, 0) => drawing.random.below(3),
            _ => 1 + drawing.random.below(3),
        };
        let body = drawing.block(usize::MAX, 0);
        threads.push(body);
    }
    for worker in (1..=workers).rev() {
        let most = threads[0].len().min(1);
        let at = drawing.random.below(most + 1);
        threads[0].insert(at, Stmt::Start(worker as u8));
    }
    Program { threads }
}

impl Drawing {
    fn block(&mut self, most: usize, depth: usize) -> Vec<Stmt> {
        let mut list = vec![];
        while list.len() < most && self.budget > 0 {
            self.budget -= 1;
            let stmts = self.stmt(depth);
            list.extend(stmts);
        }
        list
    }

    fn stmt(&mut self, depth: usize) -> Vec<Stmt> {
        let mut kind = KINDS[self.random.weighted(&self.weights)];
        if depth >= 2 && matches!(kind, Kind::Locked | Kind::Tried | Kind::Monitor | Kind::If) {
            kind = Kind::Guarded;
        }
        match kind {
            Kind::Guarded => {
                let (place, guard) = self.random.pick(&self.palette);
                let mut body = vec![self.access(place)];
                if self.random.chance(25) {
                    body.push(self.access(place));
                }
                // Now and then without the lock, which is mostly a race.
                if self.held.contains(&guard) || self.random.chance(6) { body } else { under(guard, body) }
            }
            Kind::Bare => {
                let place = if self.random.chance(35) { Place::V } else { self.random.pick(&self.palette).0 };
                vec![self.access(place)]
            }
            Kind::Locked => {
                let guard = self.guard();
                let body = self.within(guard, depth);
                under(guard, body)
            }
            Kind::Tried => {
                let Guard::Reentrant(lock) = self.guard() else { return vec![] };
                let local = self.target();
                let body = self.within(Guard::Reentrant(lock), depth);
                let then = vec![finally_unlock(lock, body)];
                let try_lock = Stmt::Operation(Operation::TryLock { local, lock });
                vec![try_lock, Stmt::If { local, equals: 1, then, otherwise: vec![] }]
            }
            Kind::Condition => self.condition_queue(depth),
            Kind::Semaphore => self.semaphore(depth),
            Kind::Latch => {
                let local = self.recent;
                let list = [Operation::CountDown, Operation::CountDown, Operation::AwaitLatch, Operation::Count(local)];
                vec![Stmt::Operation(self.random.pick(&list))]
            }
            Kind::Map => vec![Stmt::Operation(self.map())],
            Kind::Atomic => {
                let local = self.target();
                let list = [
                    Atomic::Get(local),
                    Atomic::IncrementAndGet(local),
                    Atomic::CompareAndSet { local, expected: 0, new: 2 },
                    Atomic::Set(Value::Local(local)),
                ];
                vec![Stmt::Atomic(self.random.pick(&list))]
            }
            Kind::Monitor => {
                let body = self.within(Guard::Monitor, depth);
                under(Guard::Monitor, body)
            }
            Kind::Object => self.object(),
            Kind::If => {
                let (local, equals) = self.condition();
                let (count, other) = (1 + self.random.below(2), self.random.chance(30));
                let then = self.block(count, depth + 1);
                let otherwise = if other { self.block(1, depth + 1) } else { vec![] };
                vec![Stmt::If { local, equals, then, otherwise }]
            }
            Kind::Odd => {
                let Guard::Reentrant(lock) = self.guard() else { return vec![] };
                let list = [Operation::Lock(lock), Operation::Unlock(lock)];
                vec![Stmt::Operation(self.random.pick(&list))]
            }
            Kind::Assert => {
                let (local, not) = self.condition();
                vec![if self.random.chance(50) {
                    Stmt::Assert { local, not }
                } else {
                    Stmt::Throw { local, equals: not }
                }]
            }
        }
    }

    /// One to three statements that are executed under a lock.
    fn within(&mut self, guard: Guard, depth: usize) -> Vec<Stmt> {
        self.held.push(guard);
        let (place, its) = self.random.pick(&self.palette);
        let mut body = if its == guard && self.random.chance(70) { vec![self.access(place)] } else { vec![] };
        let count = 1 + self.random.below(2);
        body.extend(self.block(count, depth + 1));
        self.held.pop();
        body
    }

    /// Under a lock: waits on its condition unless a value is there, or sets one and signals.
    fn condition_queue(&mut self, depth: usize) -> Vec<Stmt> {
        let lock = if self.random.chance(80) { 0 } else { 1 };
        let guard = Guard::Reentrant(Reentrant::Shared(lock));
        let place = if lock == 0 { Place::X } else { Place::Y };
        let local = self.target();
        let mut body = match self.random.below(10) {
            0..4 => {
                let wait = vec![Stmt::Operation(Operation::Await(lock))];
                vec![Stmt::Read { local, place }, Stmt::If { local, equals: 0, then: wait, otherwise: vec![] }]
            }
            4 => vec![Stmt::Operation(Operation::Await(lock))],
            _ => {
                let signal = Stmt::Operation(Operation::Signal { lock, all: self.random.chance(40) });
                let write = Stmt::Write { place, value: self.value() };
                if self.random.chance(70) { vec![write, signal] } else { vec![signal] }
            }
        };
        if self.random.chance(30) {
            self.held.push(guard);
            body.extend(self.block(1, depth + 1));
            self.held.pop();
        }
        // Now and then without the lock, which is an error.
        if self.held.contains(&guard) || self.random.chance(3) { body } else { under(guard, body) }
    }

    fn semaphore(&mut self, depth: usize) -> Vec<Stmt> {
        let release = || Stmt::Operation(Operation::Release);
        match self.random.below(10) {
            0 => vec![release()],
            1 => vec![Stmt::Operation(Operation::Acquire)],
            2..5 => {
                let local = self.target();
                let mut then = self.block(1, depth + 1);
                then.push(release());
                let acquire = Stmt::Operation(Operation::TryAcquire(local));
                vec![acquire, Stmt::If { local, equals: 1, then, otherwise: vec![] }]
            }
            _ => {
                let (place, _) = self.random.pick(&self.palette);
                let access = self.access(place);
                vec![Stmt::Operation(Operation::Acquire), access, release()]
            }
        }
    }

    /// Never puts 0, which would look like no value.
    fn map(&mut self) -> Operation {
        let value = if self.random.chance(60) {
            Value::Const(1 + self.random.below(3) as i32)
        } else {
            Value::After(self.recent)
        };
        let list = [
            MapOperation::Get,
            MapOperation::Put(value),
            MapOperation::Put(value),
            MapOperation::PutIfAbsent(value),
            MapOperation::Remove,
            MapOperation::Merge,
        ];
        let (operation, key) = (self.random.pick(&list), self.random.below(2) as u8);
        Operation::Map { local: self.target(), key, operation }
    }

    /// A fresh object that is published, or one that was, used under its own lock.
    fn object(&mut self) -> Vec<Stmt> {
        if !self.has_object && self.random.chance(50) {
            self.has_object = true;
            let fill = Stmt::Write { place: Place::Field(Base::P), value: self.value() };
            return vec![Stmt::New, fill, Stmt::WriteRef(RefPlace::Volatile, RefValue::P)];
        }
        let guard = Guard::Reentrant(Reentrant::Of(Base::P));
        let access = self.access(Place::Field(Base::P));
        let mut list = if self.has_object { vec![] } else { vec![Stmt::ReadRef(RefPlace::Volatile)] };
        self.has_object = true;
        list.extend(under(guard, vec![access]));
        list
    }

    fn access(&mut self, place: Place) -> Stmt {
        if self.random.chance(45) {
            Stmt::Read { local: self.target(), place }
        } else {
            Stmt::Write { place, value: self.value() }
        }
    }

    fn guard(&mut self) -> Guard {
        if self.random.chance(60) {
            return self.random.pick(&self.palette).1;
        }
        Guard::Reentrant(Reentrant::Shared(self.random.below(2) as u8))
    }

    fn value(&mut self) -> Value {
        match self.random.below(10) {
            0..6 => Value::Const(self.random.below(4) as i32),
            6 | 7 => Value::Local(self.recent),
            _ => Value::After(self.recent),
        }
    }

    fn target(&mut self) -> u8 {
        self.recent = self.random.below(LOCALS) as u8;
        self.recent
    }

    fn condition(&mut self) -> (u8, i32) {
        let local = if self.random.chance(75) { self.recent } else { self.random.below(LOCALS) as u8 };
        (local, self.random.pick(&[0, 0, 1, 1, 1, 2, 3]))
    }
}

fn under(guard: Guard, body: Vec<Stmt>) -> Vec<Stmt> {
    match guard {
        Guard::Monitor => vec![Stmt::Synchronized { lock: Lock::Shared(0), body }],
        Guard::Reentrant(lock) => vec![Stmt::Operation(Operation::Lock(lock)), finally_unlock(lock, body)],
    }
}

fn finally_unlock(lock: Reentrant, body: Vec<Stmt>) -> Stmt {
    Stmt::Try { body, catch: None, finally: Some(vec![Stmt::Operation(Operation::Unlock(lock))]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::{has_race, judge};

    /// The two definitions of a data race agree on what operations order.
    #[test]
    fn races_of_states_are_races_of_executions() {
        let (mut compared, mut races) = (0, 0);
        for seed in 0..600 {
            let program = program(seed);
            let source = crate::java::print(&program, "G");
            let Ok(judged) = judge(&program, &source, 3_000) else { continue };
            let Ok(race) = has_race(&program, 20_000) else { continue };
            assert_eq!(!judged.facts.races.is_empty(), race, "seed {seed}\n{}", source.text);
            compared += 1;
            races += usize::from(race);
        }
        assert!(compared > 400 && races > 80 && compared - races > 80, "{compared} compared, {races} with races");
    }
}
