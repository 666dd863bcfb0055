//! States of a program: threads, memory, locks; and what expressions mean in a state.

use std::collections::BTreeMap;

use crate::program::{Base, Index, LAZY, LENGTH, LOCALS, Lock, Place, RefPlace, Value};

use super::code::{Exception, Thrown};
use super::operations::Synchronizers;

/// A reference: 0 is null, 1 is `A`, 2 is `B`, others are fresh.
pub type Ref = u8;

/// A lock: `l0`, `l1`, then objects by reference; the last is the class.
pub type LockId = u8;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    New,
    Runnable,
    Waiting {
        lock: LockId,
        count: u8,
        timed: bool,
        interrupted: bool,
    },
    /// Out of the wait set, has to take the monitor again.
    Woken {
        lock: LockId,
        count: u8,
        cause: Cause,
    },
    Parked {
        timed: bool,
    },
    Unparked,
    /// In a sleep that blocks, and after it.
    Asleep,
    Awake,
    /// Waits on a condition; and signalled, has to take the lock again.
    Awaiting {
        lock: LockId,
        count: u8,
    },
    Signalled {
        lock: LockId,
        count: u8,
    },
    Joining {
        thread: u8,
        interrupted: bool,
    },
    /// Woken up in `join`.
    Joined {
        thread: u8,
        cause: Cause,
    },
    Ended,
}

/// What took a thread out of a wait set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Cause {
    Interrupted,
    TimedOut,
    Notified,
    /// With all others in the set.
    AllNotified,
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
    /// On a platform: the priority in the thread object, the one that it runs with, and whether it has
    /// left its group, so that nobody changes them any more.
    pub noted: u8,
    pub priority: u8,
    pub left: bool,
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
    pub synchronizers: Synchronizers,
    pub printed: bool,
    /// The code that the program ended with by itself.
    pub exit: Option<u8>,
}

impl State {
    /// Before the first step of `threads` threads.
    pub fn initial(threads: usize) -> Self {
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
            noted: NORMAL_PRIORITY,
            priority: NORMAL_PRIORITY,
            left: false,
        };
        State {
            threads: vec![thread; threads],
            x: 0,
            y: 0,
            v: 0,
            n: 0,
            a: [0; LENGTH],
            b: [0; LENGTH],
            nodes: vec![Node::default(); 2 + FRESH * threads],
            reference: 0,
            volatile_reference: 0,
            locks: BTreeMap::new(),
            lazy: [(Init::None, 0); LAZY],
            synchronizers: Synchronizers::default(),
            printed: false,
            exit: None,
        }
    }
}

/// The priority of threads that nobody gave another.
const NORMAL_PRIORITY: u8 = 5;

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
    Semaphore,
    Latch,
    Map,
    V,
    N,
    VolatileReference,
    VolatileField(Ref),
    /// The field `f`, through a handle.
    Handle(Ref),
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
    /// Accesses that do not race with each other, but with the plain ones above.
    fn read_ordered(&mut self, _thread: usize, _location: Location) {}
    fn write_ordered(&mut self, _thread: usize, _location: Location) {}
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
    /// No race with others that are.
    pub ordered: bool,
}

pub fn allocate(thread: &mut Thread, t: usize) -> Ref {
    assert!(usize::from(thread.made) < FRESH, "a thread makes too many objects");
    thread.made += 1;
    (2 + FRESH * t) as u8 + thread.made
}

/// The lock that an expression stands for.
pub fn id(thread: &Thread, lock: Lock) -> LockId {
    match lock {
        Lock::Shared(number) => number,
        Lock::Object(base) => 1 + object(thread, base),
        Lock::Class => LockId::MAX,
    }
}

pub fn plain_ref(thread: &Thread, place: RefPlace) -> Option<Location> {
    match place {
        RefPlace::Plain => Some(Location::Reference),
        RefPlace::Volatile => None,
        RefPlace::Next(base) => Some(Location::Next(object(thread, base))),
    }
}

pub fn ref_cell(state: &mut State, t: usize, place: RefPlace) -> &mut Ref {
    match place {
        RefPlace::Plain => &mut state.reference,
        RefPlace::Volatile => &mut state.volatile_reference,
        RefPlace::Next(base) => &mut state.nodes[usize::from(object(&state.threads[t], base)) - 1].next,
    }
}

pub fn evaluate(thread: &Thread, value: Value) -> i32 {
    match value {
        Value::Const(value) => value,
        Value::Local(local) => thread.locals[usize::from(local)],
        Value::After(local) => thread.locals[usize::from(local)] + 1,
    }
}

/// What evaluating a place throws.
pub fn fault(thread: &Thread, place: Place) -> Option<Exception> {
    match place {
        Place::Field(Base::P) | Place::VolatileField(Base::P) => (thread.p == 0).then_some(Exception::NullPointer),
        Place::Element(index) => {
            let index = element(thread, index);
            (!(0..LENGTH as i32).contains(&index)).then_some(Exception::IndexOutOfBounds)
        }
        _ => None,
    }
}

pub fn element(thread: &Thread, index: Index) -> i32 {
    match index {
        Index::Const(index) => i32::from(index),
        Index::Local(local) => thread.locals[usize::from(local)],
    }
}

pub fn object(thread: &Thread, base: Base) -> Ref {
    match base {
        Base::A => 1,
        Base::B => 2,
        Base::P => thread.p,
    }
}

pub fn plain(thread: &Thread, place: Place) -> Option<Location> {
    match place {
        Place::X => Some(Location::X),
        Place::Y => Some(Location::Y),
        Place::Field(base) => Some(Location::Field(object(thread, base))),
        Place::Element(index) => Some(Location::Element(false, element(thread, index) as u8)),
        Place::V | Place::VolatileField(_) => None,
    }
}

/// The elements of `a`.
pub fn elements() -> impl Iterator<Item = Location> {
    (0..LENGTH as u8).map(|index| Location::Element(false, index))
}

/// The accesses of a copy: reads and writes of all elements.
pub fn copied(back: bool) -> impl Iterator<Item = (Location, bool)> {
    let reads = (0..LENGTH).map(move |index| (Location::Element(back, index as u8), false));
    reads.chain((0..LENGTH).map(move |index| (Location::Element(!back, index as u8), true)))
}

pub fn observe(state: &State, t: usize, place: Place, writes: bool, seen: &mut impl Observer) {
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

pub fn cell(state: &mut State, t: usize, place: Place) -> &mut i32 {
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
