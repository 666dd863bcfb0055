//! States of a program and its steps. A step is one shared access, or one action on a monitor or
//! thread; what is local before the next one belongs to it.
//!
//! Monitors are barging, `notify` wakes any waiter, nothing wakes up without a reason, a thread that
//! parks has at most one permit. `Thread.interrupt` first sets the flag and then wakes, as the JDK
//! does.

use std::collections::{BTreeMap, BTreeSet};

use crate::program::{
    Atomic, Base, Index, JOIN_INTERRUPTED, LAZY, LENGTH, LOCALS, Lock, Place, RefPlace, RefValue, SLEEP_INTERRUPTED,
    Value, WAIT_INTERRUPTED,
};

use super::code::{Code, Exception, Op, Thrown};

/// A reference: 0 is null, 1 is `A`, 2 is `B`, others are fresh.
type Ref = u8;

/// A lock: `l0`, `l1`, then objects by reference; the last is the class.
type LockId = u8;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    New,
    Runnable,
    Waiting { lock: LockId, count: u8, timed: bool },
    /// Out of the wait set, has to take the monitor again.
    Woken { lock: LockId, count: u8, notified: bool },
    Parked { timed: bool },
    Unparked,
    Joining(u8),
    /// Woken up in `join`, by the end of the thread if `notified`.
    Joined { thread: u8, notified: bool },
    Ended,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Thread {
    pub pc: usize,
    pub status: Status,
    /// The last is for initialisers.
    pub locals: [i32; LOCALS + 1],
    pub p: Ref,
    /// Exceptions that wait to be thrown again.
    pub exceptions: Vec<Thrown>,
    pub interrupted: bool,
    pub permit: bool,
    /// Locks of the blocks that the thread is in.
    pub entered: Vec<LockId>,
    /// Objects made so far.
    pub made: u8,
    /// Came to the end of its statements, so that its results count.
    pub finished: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Node {
    pub f: i32,
    pub v: i32,
    pub next: Ref,
}

/// How far the initialisation of a class has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Init {
    None,
    By(u8),
    Done,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub threads: Vec<Thread>,
    pub x: i32,
    pub y: i32,
    pub v: i32,
    pub n: i32,
    pub a: [i32; LENGTH],
    pub b: [i32; LENGTH],
    /// `A`, `B`, then [`FRESH`] per thread.
    pub nodes: Vec<Node>,
    pub reference: Ref,
    pub volatile_reference: Ref,
    /// Owner and count of the locks that are held.
    pub locks: BTreeMap<LockId, (u8, u8)>,
    pub lazy: [(Init, i32); LAZY],
    pub printed: bool,
    /// The code that the program ended with by itself.
    pub exit: Option<u8>,
}

/// Most objects that a thread can make.
const FRESH: usize = 8;

/// A place in memory that plain accesses can race on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Location {
    X,
    Y,
    Reference,
    Field(Ref),
    Next(Ref),
    /// Of `b` if the flag is set.
    Element(bool, u8),
}

/// Through what one thread's actions come before another's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sync {
    Lock(LockId),
    Class(u8),
    V,
    N,
    VolatileReference,
    VolatileField(Ref),
    Flag(u8),
    Permit(u8),
    /// Being woken up without a monitor.
    Wake(u8),
    Start(u8),
    End(u8),
}

/// Told of what a step does to shared things, in order.
pub trait Observer {
    fn read(&mut self, _thread: usize, _location: Location) {}
    fn write(&mut self, _thread: usize, _location: Location) {}
    /// What others did before their release comes before what the thread does next.
    fn acquire(&mut self, _thread: usize, _sync: Sync) {}
    fn release(&mut self, _thread: usize, _sync: Sync) {}
}

/// Looks away.
pub struct Nobody;
impl Observer for Nobody {}

/// A plain access that a thread is about to make.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    pub location: Location,
    pub writes: bool,
}

/// Runs a program's code. Exceptions that no handler took are noted with their threads.
pub struct Machine<'c> {
    pub code: &'c [Code],
    pub uncaught: BTreeSet<(usize, Thrown)>,
}

impl<'c> Machine<'c> {
    pub fn new(code: &'c [Code]) -> Self {
        Self { code, uncaught: BTreeSet::new() }
    }

    pub fn initial(&mut self) -> State {
        let thread = Thread {
            pc: 0,
            status: Status::New,
            locals: [0; LOCALS + 1],
            p: 0,
            exceptions: vec![],
            interrupted: false,
            permit: false,
            entered: vec![],
            made: 0,
            finished: false,
        };
        let mut state = State {
            threads: vec![thread; self.code.len()],
            x: 0,
            y: 0,
            v: 0,
            n: 0,
            a: [0; LENGTH],
            b: [0; LENGTH],
            nodes: vec![Node::default(); 2 + FRESH * self.code.len()],
            reference: 0,
            volatile_reference: 0,
            locks: BTreeMap::new(),
            lazy: [(Init::None, 0); LAZY],
            printed: false,
            exit: None,
        };
        state.threads[0].status = Status::Runnable;
        self.run_locally(&mut state, 0, &mut Nobody);
        state
    }

    fn op(&self, state: &State, t: usize) -> &'c Op {
        &self.code[t].ops[state.threads[t].pc]
    }

    /// In how many ways a thread can move.
    pub fn alternatives(&self, state: &State, t: usize) -> usize {
        if state.exit.is_some() {
            return 0;
        }
        match state.threads[t].status {
            Status::New | Status::Ended | Status::Joining(_) => 0,
            Status::Waiting { timed, .. } | Status::Parked { timed } => usize::from(timed),
            Status::Woken { lock, .. } => usize::from(!state.locks.contains_key(&lock)),
            Status::Unparked | Status::Joined { .. } => 1,
            Status::Runnable => match *self.op(state, t) {
                Op::Enter(lock) => {
                    let holder = state.locks.get(&id(&state.threads[t], lock));
                    usize::from(holder.is_none_or(|&(owner, _)| usize::from(owner) == t))
                }
                Op::Claim { class, .. } => usize::from(!matches!(state.lazy[usize::from(class)].0, Init::By(_))),
                Op::Notify { lock, all: false } => waiters(state, id(&state.threads[t], lock)).count().max(1),
                _ => 1,
            },
        }
    }

    /// The plain accesses of a thread's next step, and the statement that makes them.
    pub fn pending(&self, state: &State, t: usize) -> (usize, Vec<Access>) {
        let thread = &state.threads[t];
        let statement = self.code[t].statements[thread.pc];
        if thread.status != Status::Runnable || state.exit.is_some() {
            return (statement, vec![]);
        }
        let one = |location: Option<Location>, writes| location.map(|location| Access { location, writes });
        let accesses = match *self.op(state, t) {
            Op::Read { place, .. } => one(plain(thread, place), false).into_iter().collect(),
            Op::Write { place, .. } => one(plain(thread, place), true).into_iter().collect(),
            Op::ReadRef(place) => one(plain_ref(thread, place), false).into_iter().collect(),
            Op::WriteRef(place, _) => one(plain_ref(thread, place), true).into_iter().collect(),
            Op::Copy { back } => copied(back).map(|(location, writes)| Access { location, writes }).collect(),
            _ => vec![],
        };
        (statement, accesses)
    }

    /// Takes a step that [`Self::alternatives`] offered.
    pub fn step(&mut self, state: &mut State, t: usize, alternative: usize, seen: &mut impl Observer) {
        let resumed = self.resume(state, t, seen);
        if !resumed {
            self.execute(state, t, alternative, seen);
        }
        self.run_locally(state, t, seen);
    }

    /// Completes a wait, park or join that has begun; whether there was one.
    fn resume(&mut self, state: &mut State, t: usize, seen: &mut impl Observer) -> bool {
        let thread = &mut state.threads[t];
        match thread.status {
            Status::Woken { lock, count, notified } => {
                state.locks.insert(lock, (t as u8, count));
                seen.acquire(t, Sync::Lock(lock));
                seen.acquire(t, Sync::Wake(t as u8));
                if !notified {
                    self.take_interrupt(state, t, WAIT_INTERRUPTED, seen);
                }
            }
            Status::Waiting { .. } => {
                wake(state, t, false);
                return true;
            }
            Status::Parked { .. } => {}
            Status::Unparked => {
                thread.permit = false;
                seen.acquire(t, Sync::Permit(t as u8));
                seen.acquire(t, Sync::Wake(t as u8));
                seen.acquire(t, Sync::Flag(t as u8));
            }
            Status::Joined { notified, .. } => {
                thread.status = Status::Runnable;
                seen.acquire(t, Sync::Wake(t as u8));
                if !notified && state.threads[t].interrupted {
                    self.interrupted_join(state, t, seen);
                } else {
                    self.execute(state, t, 0, seen);
                }
                return true;
            }
            _ => return false,
        }
        state.threads[t].status = Status::Runnable;
        state.threads[t].pc += 1;
        true
    }

    /// If the flag is set, clears it and notes the exception in `r0`.
    fn take_interrupt(&self, state: &mut State, t: usize, result: i32, seen: &mut impl Observer) -> bool {
        let thread = &mut state.threads[t];
        if !thread.interrupted {
            return false;
        }
        seen.acquire(t, Sync::Flag(t as u8));
        thread.interrupted = false;
        thread.locals[0] = result;
        true
    }

    fn interrupted_join(&mut self, state: &mut State, t: usize, seen: &mut impl Observer) {
        if matches!(self.op(state, t), Op::JoinFully(_)) {
            seen.acquire(t, Sync::Flag(t as u8));
            state.threads[t].interrupted = false;
        } else {
            self.take_interrupt(state, t, JOIN_INTERRUPTED, seen);
            state.threads[t].pc += 1;
        }
    }

    fn execute(&mut self, state: &mut State, t: usize, alternative: usize, seen: &mut impl Observer) {
        let me = t as u8;
        let op = self.op(state, t);
        match *op {
            Op::Read { local, place } => {
                observe(state, t, place, false, seen);
                let value = *cell(state, t, place);
                state.threads[t].locals[usize::from(local)] = value;
            }
            Op::Write { place, value } => {
                let value = evaluate(&state.threads[t], value);
                *cell(state, t, place) = value;
                observe(state, t, place, true, seen);
            }
            Op::ReadRef(place) => {
                match plain_ref(&state.threads[t], place) {
                    Some(location) => seen.read(t, location),
                    None => seen.acquire(t, Sync::VolatileReference),
                }
                state.threads[t].p = *ref_cell(state, t, place);
            }
            Op::WriteRef(place, value) => {
                let value = match value {
                    RefValue::Null => 0,
                    RefValue::A => 1,
                    RefValue::B => 2,
                    RefValue::P => state.threads[t].p,
                    RefValue::Fresh => allocate(&mut state.threads[t], t),
                };
                match plain_ref(&state.threads[t], place) {
                    Some(location) => seen.write(t, location),
                    None => seen.release(t, Sync::VolatileReference),
                }
                *ref_cell(state, t, place) = value;
            }
            Op::Copy { back } => {
                for (location, writes) in copied(back) {
                    if writes { seen.write(t, location) } else { seen.read(t, location) }
                }
                if back { state.a = state.b } else { state.b = state.a }
            }
            Op::Enter(lock) => {
                let lock = id(&state.threads[t], lock);
                state.locks.entry(lock).or_insert((me, 0)).1 += 1;
                state.threads[t].entered.push(lock);
                seen.acquire(t, Sync::Lock(lock));
            }
            Op::Leave => {
                let lock = state.threads[t].entered.pop().expect("the thread is in a block");
                let (_, count) = state.locks.get_mut(&lock).expect("the block holds its lock");
                *count -= 1;
                if *count == 0 {
                    state.locks.remove(&lock);
                    seen.release(t, Sync::Lock(lock));
                }
            }
            Op::Wait { lock, timed } => {
                let lock = id(&state.threads[t], lock);
                let count = held(state, t, lock);
                if count == 0 {
                    return self.throw(state, t, Exception::IllegalMonitorState);
                }
                if !self.take_interrupt(state, t, WAIT_INTERRUPTED, seen) {
                    state.locks.remove(&lock);
                    state.threads[t].status = Status::Waiting { lock, count, timed };
                    seen.release(t, Sync::Lock(lock));
                    return;
                }
            }
            Op::Notify { lock, all } => {
                let lock = id(&state.threads[t], lock);
                if held(state, t, lock) == 0 {
                    return self.throw(state, t, Exception::IllegalMonitorState);
                }
                let all_waiters: Vec<usize> = waiters(state, lock).collect();
                let chosen = if all { &all_waiters[..] } else { all_waiters.get(alternative..=alternative).unwrap_or(&[]) };
                for &waiter in chosen {
                    wake(state, waiter, true);
                }
            }
            Op::Park { timed } => {
                let thread = &mut state.threads[t];
                if !thread.permit && !thread.interrupted {
                    thread.status = Status::Parked { timed };
                    return;
                }
                seen.acquire(t, Sync::Permit(me));
                seen.acquire(t, Sync::Flag(me));
                thread.permit = false;
            }
            Op::Unpark(other) => {
                seen.release(t, Sync::Permit(other));
                let other = &mut state.threads[usize::from(other)];
                match other.status {
                    Status::New | Status::Ended => {}
                    Status::Parked { .. } => other.status = Status::Unparked,
                    _ => other.permit = true,
                }
            }
            Op::Start(other) => {
                if state.threads[usize::from(other)].status != Status::New {
                    return self.throw(state, t, Exception::IllegalThreadState);
                }
                seen.release(t, Sync::Start(other));
                seen.acquire(usize::from(other), Sync::Start(other));
                state.threads[usize::from(other)].status = Status::Runnable;
                self.run_locally(state, usize::from(other), seen);
            }
            Op::Join(other) | Op::JoinFully(other) => {
                let is_alive = !matches!(state.threads[usize::from(other)].status, Status::New | Status::Ended);
                if is_alive && state.threads[t].interrupted {
                    return self.interrupted_join(state, t, seen);
                }
                if is_alive {
                    state.threads[t].status = Status::Joining(other);
                    return;
                }
                seen.acquire(t, Sync::End(other));
            }
            Op::Alive { local, thread } => {
                let alive = !matches!(state.threads[usize::from(thread)].status, Status::New | Status::Ended);
                if !alive {
                    seen.acquire(t, Sync::End(thread));
                }
                state.threads[t].locals[usize::from(local)] = i32::from(alive);
            }
            Op::SetInterrupt(other) => {
                seen.release(t, Sync::Flag(other));
                state.threads[usize::from(other)].interrupted = true;
            }
            Op::WakeInterrupted(other) => {
                seen.release(t, Sync::Wake(other));
                wake(state, usize::from(other), false);
            }
            Op::IsInterrupted { local, thread } => {
                let thread = if thread == u8::MAX { me } else { thread };
                seen.acquire(t, Sync::Flag(thread));
                let value = i32::from(state.threads[usize::from(thread)].interrupted);
                state.threads[t].locals[usize::from(local)] = value;
            }
            Op::ClearInterrupt => {
                seen.release(t, Sync::Flag(me));
                state.threads[t].interrupted = false;
            }
            Op::Sleep => {
                self.take_interrupt(state, t, SLEEP_INTERRUPTED, seen);
            }
            Op::Claim { class, .. } => {
                let init = &mut state.lazy[usize::from(class)].0;
                // What another thread has done meanwhile is found out locally.
                if *init == Init::Done {
                    return;
                }
                *init = Init::By(me);
            }
            Op::Initialized(class) => {
                seen.release(t, Sync::Class(class));
                state.lazy[usize::from(class)].0 = Init::Done;
            }
            Op::Atomic(atomic) => execute_atomic(state, t, atomic, seen),
            Op::End => {
                seen.release(t, Sync::End(me));
                state.threads[t].status = Status::Ended;
                for other in 0..state.threads.len() {
                    if state.threads[other].status == Status::Joining(me) {
                        seen.release(t, Sync::Wake(other as u8));
                        wake(state, other, true);
                    }
                }
                return;
            }
            Op::Print => state.printed = true,
            Op::Forever => return,
            Op::Exit(code) => state.exit = Some(code),
            Op::Set { .. } | Op::Jump(_) | Op::Unless { .. } | Op::New | Op::Throw(_) | Op::Rethrow | Op::Finish
            | Op::ReadLazy { .. } | Op::WriteLazy { .. } => {
                unreachable!("local instructions do not wait for a step")
            }
        }
        state.threads[t].pc += 1;
    }

    /// Executes what no other thread can notice, up to the next shared action.
    fn run_locally(&mut self, state: &mut State, t: usize, seen: &mut impl Observer) {
        while state.threads[t].status == Status::Runnable {
            let lazy = &mut state.lazy;
            let thread = &mut state.threads[t];
            let mut next = thread.pc + 1;
            let mut thrown = None;
            match self.code[t].ops[thread.pc] {
                Op::Set { local, value } => thread.locals[usize::from(local)] = evaluate(thread, value),
                Op::Jump(target) => next = target,
                Op::Unless { local, equals, target } => {
                    if thread.locals[usize::from(local)] != equals {
                        next = target;
                    }
                }
                Op::New => {
                    thread.p = allocate(thread, t);
                }
                Op::ReadLazy { local, class } => thread.locals[usize::from(local)] = lazy[usize::from(class)].1,
                Op::WriteLazy { class, value } => lazy[usize::from(class)].1 = evaluate(thread, value),
                Op::Claim { class, target } if lazy[usize::from(class)].0 == Init::Done => {
                    seen.acquire(t, Sync::Class(class));
                    next = target;
                }
                Op::ReadRef(RefPlace::Next(Base::P)) | Op::WriteRef(RefPlace::Next(Base::P), _)
                | Op::Enter(Lock::Object(Base::P))
                | Op::Wait { lock: Lock::Object(Base::P), .. }
                | Op::Notify { lock: Lock::Object(Base::P), .. } => {
                    if thread.p != 0 {
                        return;
                    }
                    thrown = Some(Exception::NullPointer);
                }
                Op::Read { place, .. } | Op::Write { place, .. } => match fault(thread, place) {
                    Some(exception) => thrown = Some(exception),
                    None => return,
                },
                Op::Finish => thread.finished = true,
                Op::Throw(exception) => thrown = Some(exception),
                Op::Rethrow => {
                    let again = thread.exceptions.pop().expect("a handler put it there");
                    self.raise(state, t, again);
                    continue;
                }
                _ => return,
            }
            match thrown {
                Some(exception) => self.throw(state, t, exception),
                None => state.threads[t].pc = next,
            }
        }
    }

    fn throw(&mut self, state: &mut State, t: usize, exception: Exception) {
        let statement = self.code[t].statements[state.threads[t].pc];
        self.raise(state, t, Thrown { exception, statement });
    }

    /// Goes on at the handler, or at the end of the thread.
    fn raise(&mut self, state: &mut State, t: usize, thrown: Thrown) {
        let thread = &mut state.threads[t];
        let Some(handler) = self.code[t].handler(thread.pc, thrown.exception) else {
            self.uncaught.insert((t, thrown));
            thread.exceptions.clear();
            thread.pc = self.code[t].ops.len() - 1;
            return;
        };
        thread.exceptions.truncate(handler.depth);
        if handler.any {
            thread.exceptions.push(thrown);
        }
        thread.pc = handler.target;
    }
}

fn allocate(thread: &mut Thread, t: usize) -> Ref {
    assert!(usize::from(thread.made) < FRESH, "a thread makes too many objects");
    thread.made += 1;
    (2 + FRESH * t) as u8 + thread.made
}

/// The lock that an expression stands for.
fn id(thread: &Thread, lock: Lock) -> LockId {
    match lock {
        Lock::Shared(number) => number,
        Lock::Object(base) => 1 + object(thread, base),
        Lock::Class => LockId::MAX,
    }
}

fn plain_ref(thread: &Thread, place: RefPlace) -> Option<Location> {
    match place {
        RefPlace::Plain => Some(Location::Reference),
        RefPlace::Volatile => None,
        RefPlace::Next(base) => Some(Location::Next(object(thread, base))),
    }
}

fn ref_cell(state: &mut State, t: usize, place: RefPlace) -> &mut Ref {
    match place {
        RefPlace::Plain => &mut state.reference,
        RefPlace::Volatile => &mut state.volatile_reference,
        RefPlace::Next(base) => &mut state.nodes[usize::from(object(&state.threads[t], base)) - 1].next,
    }
}

fn evaluate(thread: &Thread, value: Value) -> i32 {
    match value {
        Value::Const(value) => value,
        Value::Local(local) => thread.locals[usize::from(local)],
        Value::After(local) => thread.locals[usize::from(local)] + 1,
    }
}

/// What evaluating a place throws.
fn fault(thread: &Thread, place: Place) -> Option<Exception> {
    match place {
        Place::Field(Base::P) | Place::VolatileField(Base::P) => (thread.p == 0).then_some(Exception::NullPointer),
        Place::Element(index) => {
            let index = element(thread, index);
            (!(0..LENGTH as i32).contains(&index)).then_some(Exception::IndexOutOfBounds)
        }
        _ => None,
    }
}

fn element(thread: &Thread, index: Index) -> i32 {
    match index {
        Index::Const(index) => i32::from(index),
        Index::Local(local) => thread.locals[usize::from(local)],
    }
}

fn object(thread: &Thread, base: Base) -> Ref {
    match base {
        Base::A => 1,
        Base::B => 2,
        Base::P => thread.p,
    }
}

fn plain(thread: &Thread, place: Place) -> Option<Location> {
    match place {
        Place::X => Some(Location::X),
        Place::Y => Some(Location::Y),
        Place::Field(base) => Some(Location::Field(object(thread, base))),
        Place::Element(index) => Some(Location::Element(false, element(thread, index) as u8)),
        Place::V | Place::VolatileField(_) => None,
    }
}

/// The accesses of a copy: reads and writes of all elements.
fn copied(back: bool) -> impl Iterator<Item = (Location, bool)> {
    let reads = (0..LENGTH).map(move |index| (Location::Element(back, index as u8), false));
    reads.chain((0..LENGTH).map(move |index| (Location::Element(!back, index as u8), true)))
}

fn observe(state: &State, t: usize, place: Place, writes: bool, seen: &mut impl Observer) {
    let thread = &state.threads[t];
    let sync = match place {
        Place::V => Sync::V,
        Place::VolatileField(base) => Sync::VolatileField(object(thread, base)),
        _ => {
            let location = plain(thread, place).expect("not volatile");
            return if writes { seen.write(t, location) } else { seen.read(t, location) };
        }
    };
    if writes { seen.release(t, sync) } else { seen.acquire(t, sync) }
}

fn cell(state: &mut State, t: usize, place: Place) -> &mut i32 {
    let thread = &state.threads[t];
    match place {
        Place::X => &mut state.x,
        Place::Y => &mut state.y,
        Place::V => &mut state.v,
        Place::Field(base) => &mut state.nodes[usize::from(object(thread, base)) - 1].f,
        Place::VolatileField(base) => &mut state.nodes[usize::from(object(thread, base)) - 1].v,
        Place::Element(index) => &mut state.a[element(thread, index) as usize],
    }
}

fn execute_atomic(state: &mut State, t: usize, atomic: Atomic, seen: &mut impl Observer) {
    let thread = &mut state.threads[t];
    match atomic {
        Atomic::Get(local) => {
            seen.acquire(t, Sync::N);
            thread.locals[usize::from(local)] = state.n;
        }
        Atomic::Set(value) => {
            seen.release(t, Sync::N);
            state.n = evaluate(thread, value);
        }
        Atomic::IncrementAndGet(local) => {
            seen.acquire(t, Sync::N);
            seen.release(t, Sync::N);
            state.n += 1;
            thread.locals[usize::from(local)] = state.n;
        }
        Atomic::CompareAndSet { local, expected, new } => {
            seen.acquire(t, Sync::N);
            let succeeds = state.n == expected;
            if succeeds {
                seen.release(t, Sync::N);
                state.n = new;
            }
            thread.locals[usize::from(local)] = i32::from(succeeds);
        }
    }
}

/// How often a thread holds a lock.
fn held(state: &State, t: usize, lock: LockId) -> u8 {
    state.locks.get(&lock).filter(|(owner, _)| usize::from(*owner) == t).map_or(0, |&(_, count)| count)
}

fn waiters(state: &State, lock: LockId) -> impl Iterator<Item = usize> + '_ {
    let waits = move |thread: &Thread| matches!(thread.status, Status::Waiting { lock: on, .. } if on == lock);
    state.threads.iter().enumerate().filter(move |(_, thread)| waits(thread)).map(|(t, _)| t)
}

/// Ends a thread's waiting, parking or joining; `notified` if by `notify` or the end of a thread.
fn wake(state: &mut State, t: usize, notified: bool) {
    let thread = &mut state.threads[t];
    thread.status = match thread.status {
        Status::Waiting { lock, count, .. } => Status::Woken { lock, count, notified },
        Status::Joining(thread) => Status::Joined { thread, notified },
        Status::Parked { .. } => Status::Unparked,
        other => other,
    };
}
