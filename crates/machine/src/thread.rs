//! Threads of the checked program: frames, registers, and what each is doing.

use heddle_program::MethodId;

use crate::canonical::ThreadPart;
use crate::heap::Ref;

/// Why a thread cannot simply go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// Runs, or stands before a monitor or an initialisation lock that another thread may hold;
    /// its next instruction tells which.
    Runnable,
    /// In the wait set of an object. Leaving it is a time-out (if `timed`), a notification, an
    /// interrupt or, as an option, spurious.
    Waiting {
        object: Ref,
        timed: bool,
    },
    /// Out of the wait set, has to take the monitor again.
    Notified {
        object: Ref,
    },
    Parked {
        timed: bool,
    },
    Sleeping,
    Terminated,
}

/// What a frame does when it returns or is unwound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FrameKind {
    /// Called by the frame below; the result goes where its call site says.
    Call,
    /// Called by the machine for its own ends: the value is handed to Rust.
    Native,
    /// A class initialiser; afterwards the instruction below is executed again.
    Initializer(u32),
    /// The lowest frame of a thread.
    Entry,
}

/// What a reduction has found out about how a frame came about. It follows from the frames below, so it is no
/// part of the state; a frame that comes back by stepping back may have lost it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Confirmed {
    /// Not looked at yet.
    #[default]
    No,
    /// A static analysis foresaw the call, and read the method.
    Read,
    /// The method, or one below, is not known to the analysis.
    Unread,
}

/// A method activation. `pc` is the instruction being executed, also while a callee runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    pub method: MethodId,
    pub pc: u32,
    /// First register, an index into [`Thread::regs`].
    pub base: u32,
    /// The monitor that a synchronized method holds, or null.
    pub lock: Ref,
    pub kind: FrameKind,
    pub confirmed: Confirmed,
}

/// `pc` of an initialiser frame whose superclasses are not all initialised yet.
pub const PROLOGUE: u32 = u32::MAX;

/// How far a thread has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    Running,
    /// The handler of an uncaught exception runs.
    Dying,
    /// `Thread.exit` runs.
    Exiting,
    /// Nothing is left but to end.
    Exited,
}

/// `Thread.NORM_PRIORITY`.
pub(crate) const NORMAL_PRIORITY: u8 = 5;

/// The part of a thread that is not its stack. Copied whole when journaled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control {
    pub status: Status,
    pub phase: Phase,
    pub daemon: bool,
    /// `LockSupport`'s permit.
    pub permit: bool,
    pub blocking: Blocking,
    pub scheduling: Scheduling,
    pub counters: Counters,
    /// Depth of `Verify` atomic regions.
    pub atomic: u16,
    /// Somebody has seen it wait for a monitor, so that it cannot be seen on its way there any more.
    pub blocked: bool,
    /// On a platform: an exception that is about to leave the synchronized method or initialiser on
    /// top of the stack, and that first has to give back the lock; else 0.
    pub unwinding: Ref,
    /// The observed locations that the thread is at, one bit each.
    pub at: u32,
    /// Of the first thread: time has passed since somebody first looked at the clock. No part of the state.
    pub late: bool,
    /// Of the first thread: nanoseconds since the program began, if somebody can tell which moment it is; else 0.
    pub clock: i64,
}

/// How far a blocking operation has come, and how the last one ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocking {
    /// A native operation in several phases (wait, park, sleep) has begun: its next execution
    /// completes it.
    pub resumed: bool,
    /// What ended, or is about to end, the wait that the thread is in.
    pub cause: Cause,
    /// Recursion count to restore after `wait`.
    pub saved_count: u16,
    /// Position in a queue of entry, for first-in-first-out monitors; 0 if not queued.
    pub ticket: u32,
    /// When a sleep or timed wait ends, if nothing else happens; while exploring, how long it takes.
    pub deadline: i64,
}

/// What ends a wait. A thread that is still in the wait set has none, or was interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    None,
    Interrupted,
    /// Time is up, or there is no reason at all.
    TimedOut,
    Notified,
    /// By `notifyAll`, or by the end of a thread: all others were told too.
    NotifiedWithAll,
}

/// What the scheduler of a platform remembers of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scheduling {
    /// Stands at no yield point.
    pub held: bool,
    /// Is held and has a processor; or, with priorities, has just begun to wait for time and no other
    /// thread has got its processor yet.
    pub pinned: bool,
    /// With priorities: could go on when the queues were last put in order, its place among all threads, and
    /// for how long threads of lower priority have kept it waiting.
    pub ready: bool,
    pub rank: u16,
    pub delayed: u8,
    /// The priority that the virtual machine knows, which `Thread.setPriority` tells it after it has written
    /// its own field.
    pub priority: u8,
}

/// What a thread has made so far, which gives the next ones names that no schedule changes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counters {
    /// Threads started.
    pub children: u16,
    /// Identity hashes handed out.
    pub hashes: u32,
}

impl Control {
    pub fn new(daemon: bool) -> Self {
        Self {
            status: Status::Runnable,
            phase: Phase::Running,
            daemon,
            permit: false,
            blocking: Blocking { resumed: false, cause: Cause::None, saved_count: 0, ticket: 0, deadline: i64::MAX },
            scheduling: Scheduling {
                held: true,
                pinned: false,
                ready: false,
                rank: u16::MAX,
                delayed: 0,
                priority: NORMAL_PRIORITY,
            },
            counters: Counters::default(),
            atomic: 0,
            blocked: false,
            unwinding: 0,
            at: 0,
            late: false,
            clock: 0,
        }
    }
}

/// A thread. `path` names it independently of the schedule: the ordinal of each ancestor among its
/// parent's children, outermost first.
#[derive(Clone, Debug)]
pub struct Thread {
    /// Its `java.lang.Thread`.
    pub object: Ref,
    pub path: Box<[u16]>,
    pub frames: Vec<Frame>,
    /// Registers of all frames; only those below the top frame's end are meaningful.
    pub regs: Vec<u64>,
    pub control: Control,
    pub(crate) part: ThreadPart,
}

impl Thread {
    pub fn new(object: Ref, path: Box<[u16]>, daemon: bool) -> Self {
        Self {
            object,
            path,
            frames: Vec::new(),
            regs: Vec::new(),
            control: Control::new(daemon),
            part: ThreadPart::default(),
        }
    }

    #[inline]
    pub fn is_alive(&self) -> bool {
        self.control.status != Status::Terminated
    }
}
