//! The shape of a generated program: a few threads of a few statements over a fixed set of shared
//! places. Every value of these types is a valid program with finitely many states.
//!
//! Shared places are `x`, `y` (plain) and `v` (volatile) statics, the fields `f` (plain) and `v`
//! (volatile) of the objects `A`, `B` and of fresh ones, the elements of `a` and `b`, the references
//! `ref` (plain), `vref` (volatile) and `next` of each object, the locks `l0`, `l1`, an
//! `AtomicInteger n`, three classes with initialisers, and the threads themselves. Each thread has
//! the locals `r0` to `r2` and a reference `p`. Programs about synchronisers have besides the
//! `ReentrantLock`s `k0`, `k1` and `k` of each object, conditions `c0` and `c1` of the first two, a
//! `Semaphore s` with one permit, a `CountDownLatch d` and a `ConcurrentHashMap m`.

/// A program. Thread 0 is the main thread; at its end it joins the others in order and prints all
/// results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    pub threads: Vec<Vec<Stmt>>,
}

/// Number of int locals of a thread.
pub const LOCALS: usize = 3;
/// Length of the arrays.
pub const LENGTH: usize = 2;
/// Number of classes with initialisers: the first reads `x` and writes `y`, the others need each
/// other.
pub const LAZY: usize = 3;
/// What `r0` is set to when `sleep`, `wait` or `join` throws `InterruptedException`.
pub const SLEEP_INTERRUPTED: i32 = 6;
pub const WAIT_INTERRUPTED: i32 = 7;
pub const JOIN_INTERRUPTED: i32 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Const(i32),
    Local(u8),
    /// The local plus one.
    After(u8),
}

/// An object with fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    A,
    B,
    /// What the thread's local `p` refers to; may be null.
    P,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Index {
    Const(u8),
    Local(u8),
}

/// A shared int.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    X,
    Y,
    V,
    Field(Base),
    VolatileField(Base),
    Element(Index),
}

/// A shared reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefPlace {
    Plain,
    Volatile,
    /// The field `next` of an object.
    Next(Base),
}

/// A synchronized method that adds one to an int, or throws `IllegalStateException` if that is 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// Adds to the field `f` of the object.
    Bump(Base),
    /// Adds to `y`; static.
    Tick,
}

/// What can be locked.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lock {
    /// `l0` or `l1`.
    Shared(u8),
    Object(Base),
    /// The class of the program.
    Class,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefValue {
    Null,
    A,
    B,
    P,
    /// A new object.
    Fresh,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atomic {
    Get(u8),
    Set(Value),
    IncrementAndGet(u8),
    /// Whether it succeeded goes to the local.
    CompareAndSet {
        local: u8,
        expected: i32,
        new: i32,
    },
}

/// An access to the field `f` of an object through a `VarHandle`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Handled {
    /// `getVolatile`.
    Get,
    /// `setVolatile`.
    Set(Value),
    /// `getAndAdd` of 1.
    Add,
}

/// Keys of the map; both belong to one bin of its first table.
pub const KEYS: [i32; 2] = [0, 16];
/// What the latch counts from.
pub const LATCH: i32 = 2;

/// A `ReentrantLock`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reentrant {
    /// `k0` or `k1`, each of which has a condition.
    Shared(u8),
    /// The one of an object.
    Of(Base),
}

/// An operation of a synchroniser of `java.util.concurrent`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    Lock(Reentrant),
    /// Whether it succeeded goes to the local.
    TryLock {
        local: u8,
        lock: Reentrant,
    },
    Unlock(Reentrant),
    /// On the condition of `k0` or `k1`.
    Await(u8),
    Signal {
        lock: u8,
        all: bool,
    },
    Acquire,
    TryAcquire(u8),
    Release,
    CountDown,
    AwaitLatch,
    Count(u8),
    /// The value that the operation returns goes to the local, 0 if that is null.
    Map {
        local: u8,
        key: u8,
        operation: MapOperation,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MapOperation {
    Get,
    Put(Value),
    PutIfAbsent(Value),
    Remove,
    /// Adds one.
    Merge,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    Operation(Operation),
    Set {
        local: u8,
        value: Value,
    },
    Read {
        local: u8,
        place: Place,
    },
    Write {
        place: Place,
        value: Value,
    },
    /// `p = ref`.
    ReadRef(RefPlace),
    WriteRef(RefPlace, RefValue),
    /// `p = new Node()`.
    New,
    /// `System.arraycopy(a, 0, b, 0, LENGTH)`; the other way round if `back`.
    Copy {
        back: bool,
    },
    /// The sum of the elements of `a.clone()` goes to the local.
    CloneArray {
        local: u8,
    },
    /// What was read goes to the local.
    Handle {
        local: u8,
        object: Base,
        access: Handled,
    },
    If {
        local: u8,
        equals: i32,
        then: Vec<Stmt>,
        otherwise: Vec<Stmt>,
    },
    /// Twice.
    Repeat(Vec<Stmt>),
    /// Again and again. Not drawn from seeds; every round has to access something shared.
    Endless(Vec<Stmt>),
    Synchronized {
        lock: Lock,
        body: Vec<Stmt>,
    },
    Wait {
        lock: Lock,
        timed: bool,
    },
    Notify {
        lock: Lock,
        all: bool,
    },
    Park {
        timed: bool,
    },
    Sleep,
    Unpark(u8),
    Start(u8),
    Join(u8),
    Alive {
        local: u8,
        thread: u8,
    },
    Interrupt(u8),
    IsInterrupted {
        local: u8,
        thread: u8,
    },
    /// `Thread.interrupted()`.
    Interrupted {
        local: u8,
    },
    Atomic(Atomic),
    /// Throws `IllegalStateException` if the local has the value.
    Throw {
        local: u8,
        equals: i32,
    },
    /// Catches `RuntimeException` if there is a `catch`.
    Try {
        body: Vec<Stmt>,
        catch: Option<Vec<Stmt>>,
        finally: Option<Vec<Stmt>>,
    },
    /// Asserts that the local does not have the value.
    Assert {
        local: u8,
        not: i32,
    },
    /// The new value goes to the local.
    Call {
        local: u8,
        callee: Callee,
    },
    /// Reads until the value is not 0.
    Spin(Place),
    /// Loops forever, without doing anything, if the local has the value.
    Forever {
        local: u8,
        equals: i32,
    },
    /// Calls `System.exit` if the local has the value.
    Exit {
        local: u8,
        equals: i32,
        code: u8,
    },
    /// Reads a static of a class that may have to be initialised first.
    Lazy {
        local: u8,
        class: u8,
    },
    Yield,
    SetPriority {
        thread: u8,
        priority: u8,
    },
}

impl Stmt {
    /// The lists of statements inside.
    pub fn blocks(&self) -> Vec<&Vec<Stmt>> {
        match self {
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::Repeat(body) | Stmt::Endless(body) | Stmt::Synchronized { body, .. } => vec![body],
            Stmt::Try { body, catch, finally } => {
                [Some(body), catch.as_ref(), finally.as_ref()].into_iter().flatten().collect()
            }
            _ => vec![],
        }
    }

    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Stmt::If { then, otherwise, .. } => vec![then, otherwise],
            Stmt::Repeat(body) | Stmt::Endless(body) | Stmt::Synchronized { body, .. } => vec![body],
            Stmt::Try { body, catch, finally } => {
                [Some(body), catch.as_mut(), finally.as_mut()].into_iter().flatten().collect()
            }
            _ => vec![],
        }
    }
}

impl Program {
    /// Number of statements, at any depth.
    pub fn size(&self) -> usize {
        fn count(list: &[Stmt]) -> usize {
            list.iter().map(|stmt| 1 + stmt.blocks().into_iter().map(|block| count(block)).sum::<usize>()).sum()
        }
        self.threads.iter().map(|body| count(body)).sum()
    }

    /// Calls `visit` for every statement, outer ones first.
    pub fn visit(&self, visit: &mut impl FnMut(&Stmt)) {
        fn walk(list: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
            for stmt in list {
                visit(stmt);
                stmt.blocks().into_iter().for_each(|block| walk(block, visit));
            }
        }
        self.threads.iter().for_each(|body| walk(body, visit));
    }
}

/// Which shared things a program mentions; only those are declared and printed.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Used {
    pub x: bool,
    pub y: bool,
    pub v: bool,
    pub nodes: bool,
    pub arrays: bool,
    /// The `VarHandle` of the field `f`.
    pub handle: bool,
    pub reference: bool,
    pub volatile_reference: bool,
    pub atomic: bool,
    pub locks: bool,
    pub links: bool,
    pub lazy: bool,
    pub bump: bool,
    pub tick: bool,
    /// `k0`, `k1` and the locks of objects.
    pub reentrant: [bool; 3],
    pub semaphore: bool,
    pub latch: bool,
    pub map: bool,
}

pub fn used(program: &Program) -> Used {
    let mut used = Used::default();
    program.visit(&mut |stmt| match stmt {
        Stmt::Read { place, .. } | Stmt::Write { place, .. } | Stmt::Spin(place) => match place {
            Place::X => used.x = true,
            Place::Y => used.y = true,
            Place::V => used.v = true,
            Place::Field(_) | Place::VolatileField(_) => used.nodes = true,
            Place::Element(_) => used.arrays = true,
        },
        Stmt::ReadRef(place) | Stmt::WriteRef(place, _) => {
            used.nodes = true;
            match place {
                RefPlace::Plain => used.reference = true,
                RefPlace::Volatile => used.volatile_reference = true,
                RefPlace::Next(_) => used.links = true,
            }
        }
        Stmt::New => used.nodes = true,
        Stmt::Copy { .. } | Stmt::CloneArray { .. } => used.arrays = true,
        Stmt::Handle { .. } => (used.nodes, used.handle) = (true, true),
        Stmt::Synchronized { lock, .. } | Stmt::Wait { lock, .. } | Stmt::Notify { lock, .. } => match lock {
            Lock::Shared(_) => used.locks = true,
            Lock::Object(_) => used.nodes = true,
            Lock::Class => {}
        },
        Stmt::Call { callee: Callee::Bump(_), .. } => (used.nodes, used.bump) = (true, true),
        Stmt::Call { callee: Callee::Tick, .. } => (used.y, used.tick) = (true, true),
        Stmt::Lazy { .. } => (used.lazy, used.x, used.y) = (true, true, true),
        Stmt::Atomic(_) => used.atomic = true,
        Stmt::Operation(operation) => note_operation(*operation, &mut used),
        _ => {}
    });
    used
}

fn note_operation(operation: Operation, used: &mut Used) {
    match operation {
        Operation::Lock(lock) | Operation::TryLock { lock, .. } | Operation::Unlock(lock) => match lock {
            Reentrant::Shared(number) => used.reentrant[usize::from(number)] = true,
            Reentrant::Of(_) => (used.nodes, used.reentrant[2]) = (true, true),
        },
        Operation::Await(lock) | Operation::Signal { lock, .. } => used.reentrant[usize::from(lock)] = true,
        Operation::Acquire | Operation::TryAcquire(_) | Operation::Release => used.semaphore = true,
        Operation::CountDown | Operation::AwaitLatch | Operation::Count(_) => used.latch = true,
        Operation::Map { .. } => used.map = true,
    }
}
