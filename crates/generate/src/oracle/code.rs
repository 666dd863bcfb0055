//! The instructions of a thread: a flat list with handlers of exceptions. Each touches shared data at
//! most once.

use crate::program::{Atomic, Base, Handled, Lock, Operation, Place, RefPlace, RefValue, Value};

/// A kind of yield point; as an instruction, one where nothing else happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pause {
    Acquire,
    Release,
    Wait,
    Notify,
    Start,
    Sleep,
    Yield,
    Park,
    End,
    Priority,
    Branch,
    BackBranch,
    Entry,
    Exit,
}

impl Pause {
    pub const ALL: [Pause; 14] = [
        Pause::Acquire,
        Pause::Release,
        Pause::Wait,
        Pause::Notify,
        Pause::Start,
        Pause::Sleep,
        Pause::Yield,
        Pause::Park,
        Pause::End,
        Pause::Priority,
        Pause::Branch,
        Pause::BackBranch,
        Pause::Entry,
        Pause::Exit,
    ];
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Pause(Pause),
    /// On platforms only: takes and gives back the monitor of a thread, as the library does to start
    /// it and to join it.
    EnterThread(u8),
    LeaveThread(u8),
    /// On platforms only: whether a thread to join is alive; goes on at `done` if not.
    JoinAlive {
        thread: u8,
        done: usize,
    },
    /// On platforms only, the three parts of `setPriority`: goes on at `left` if the thread has left its
    /// group, notes the priority in the thread object, tells the virtual machine.
    Group {
        thread: u8,
        left: usize,
    },
    NotePriority {
        thread: u8,
        priority: u8,
    },
    SetPriority {
        thread: u8,
        priority: u8,
    },
    /// Nothing. A thread that went behind others with its last instruction does not go on by itself.
    Rest(Pause),
    /// The thread leaves its group.
    LeaveGroup,
    Set {
        local: u8,
        value: Value,
    },
    Jump(usize),
    /// Goes on at the target unless the local has the value.
    Unless {
        local: u8,
        equals: i32,
        target: usize,
    },
    Read {
        local: u8,
        place: Place,
    },
    Write {
        place: Place,
        value: Value,
    },
    ReadRef(RefPlace),
    WriteRef(RefPlace, RefValue),
    New,
    Copy {
        back: bool,
    },
    CloneArray {
        local: u8,
    },
    Handle {
        local: u8,
        object: Base,
        access: Handled,
    },
    Enter(Lock),
    /// Leaves the block entered last.
    Leave,
    /// Goes on at `failed` if it is interrupted.
    Wait {
        lock: Lock,
        timed: bool,
        failed: usize,
    },
    Notify {
        lock: Lock,
        all: bool,
    },
    Park {
        timed: bool,
    },
    Sleep {
        failed: usize,
    },
    Unpark(u8),
    /// Goes on at `failed` if the thread was started before.
    Start {
        thread: u8,
        failed: usize,
    },
    /// Waits for a thread that the instruction at `check` found alive. Goes on at `failed` if it is
    /// interrupted: for good, or to join again if `fully`.
    Join {
        thread: u8,
        fully: bool,
        check: usize,
        failed: usize,
    },
    Alive {
        local: u8,
        thread: u8,
    },
    /// The two halves of `Thread.interrupt`: sets the flag, wakes the thread.
    SetInterrupt(u8),
    WakeInterrupted(u8),
    IsInterrupted {
        local: u8,
        thread: u8,
    },
    ClearInterrupt,
    Atomic(Atomic),
    Operation(Operation),
    Throw(Exception),
    /// Throws what the handler of this block caught.
    Rethrow,
    /// Begins to initialise a class; goes on at the target if that is done.
    Claim {
        class: u8,
        target: usize,
    },
    Initialized(u8),
    /// A static of such a class, which only its initialiser writes.
    ReadLazy {
        local: u8,
        class: u8,
    },
    WriteLazy {
        class: u8,
        value: Value,
    },
    /// Goes on forever, from the given place.
    Forever(usize),
    /// Ends the program.
    Exit(u8),
    /// The thread notes its results.
    Finish,
    /// The main thread prints the outcome.
    Print,
    End,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exception {
    IllegalState,
    NullPointer,
    IndexOutOfBounds,
    IllegalMonitorState,
    IllegalThreadState,
    Assertion,
}

impl Exception {
    pub fn is_runtime(self) -> bool {
        self != Exception::Assertion
    }

    pub fn class(self) -> &'static str {
        match self {
            Exception::IllegalState => "IllegalStateException",
            Exception::NullPointer => "NullPointerException",
            Exception::IndexOutOfBounds => "ArrayIndexOutOfBoundsException",
            Exception::IllegalMonitorState => "IllegalMonitorStateException",
            Exception::IllegalThreadState => "IllegalThreadStateException",
            Exception::Assertion => "AssertionError",
        }
    }
}

/// An exception and the statement that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thrown {
    pub exception: Exception,
    pub statement: usize,
}

/// Takes exceptions thrown in `from..to`.
#[derive(Clone, Debug)]
pub struct Handler {
    pub from: usize,
    pub to: usize,
    pub target: usize,
    /// Takes any exception and throws it again later; else takes `RuntimeException` for good.
    pub any: bool,
    /// Exceptions that wait to be thrown again outside the block.
    pub depth: usize,
}

#[derive(Clone, Debug, Default)]
pub struct Code {
    pub ops: Vec<Op>,
    /// By instruction: the number of its statement in order of appearance.
    pub statements: Vec<usize>,
    /// Inner handlers first.
    pub handlers: Vec<Handler>,
    /// Where a thread goes on that an exception ends.
    pub end: usize,
}

impl Code {
    pub fn handler(&self, pc: usize, exception: Exception) -> Option<&Handler> {
        self.handlers.iter().find(|h| (h.from..h.to).contains(&pc) && (h.any || exception.is_runtime()))
    }
}

/// Numbers from here stand for lines outside threads, in the order of `java::Source::fixed`.
pub const FIXED: usize = usize::MAX - 8;
