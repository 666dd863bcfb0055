//! Lowers the statements of a thread to a flat list of instructions: loops unrolled, `finally`
//! copied to each way out, `synchronized` with a handler that unlocks. Each instruction touches
//! shared data at most once.

use crate::program::{Atomic, Callee, LOCALS, Lock, Place, RefPlace, RefValue, Stmt, Value};

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
}

impl Pause {
    pub const ALL: [Pause; 9] = [
        Pause::Acquire,
        Pause::Release,
        Pause::Wait,
        Pause::Notify,
        Pause::Start,
        Pause::Sleep,
        Pause::Yield,
        Pause::Park,
        Pause::End,
    ];
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    Pause(Pause),
    /// On platforms only: takes and gives back the monitor of a thread, as the library does to start
    /// it and to join it; and gives it back by an exception, which is no step of its own.
    EnterThread(u8),
    LeaveThread(u8),
    UnwindThread(u8),
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
    Enter(Lock),
    /// Leaves the block entered last.
    Leave,
    /// Leaves a synchronized method by an exception; on a platform no step of its own.
    Unwind,
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
    /// Goes on at `failed` if the thread was started before.
    Start {
        thread: u8,
        failed: usize,
    },
    /// Goes on at `failed` if it is interrupted: for good, or to join again if `fully`.
    Join {
        thread: u8,
        fully: bool,
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
    /// Goes on for ever.
    Forever,
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
    from: usize,
    to: usize,
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
    handlers: Vec<Handler>,
}

impl Code {
    pub fn handler(&self, pc: usize, exception: Exception) -> Option<&Handler> {
        self.handlers.iter().find(|h| (h.from..h.to).contains(&pc) && (h.any || exception.is_runtime()))
    }
}

/// Numbers from here stand for lines outside threads, in the order of `java::Source::fixed`.
pub const FIXED: usize = usize::MAX - 8;
/// The local that initialisers use.
const HIDDEN: u8 = LOCALS as u8;

/// The code of a thread of a program with `threads` threads.
pub fn lower(body: &[Stmt], thread: usize, threads: usize) -> Code {
    let mut lowering = Lowering { code: Code::default(), statement: 0, depth: 0, thread };
    let mut number = 0;
    lowering.block(body, &mut number);
    if thread == 0 {
        (1..threads).for_each(|other| lowering.join(other as u8, true));
        lowering.push(Op::Print);
    }
    lowering.push(Op::Finish);
    lowering.push(Op::Pause(Pause::Acquire));
    lowering.push(Op::Pause(Pause::Release));
    lowering.push(Op::End);
    lowering.code
}

struct Lowering {
    code: Code,
    thread: usize,
    statement: usize,
    /// Handlers of kind `any` whose code is being lowered.
    depth: usize,
}

impl Lowering {
    fn push(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.statements.push(self.statement);
    }

    fn join(&mut self, thread: u8, fully: bool) {
        let again = self.here();
        self.push(Op::EnterThread(thread));
        self.push(Op::Join { thread, fully, failed: usize::MAX });
        let join = self.here() - 1;
        self.push(Op::LeaveThread(thread));
        let end = self.jump();
        self.land(join);
        self.push(Op::UnwindThread(thread));
        self.push(Op::Pause(Pause::Release));
        if fully {
            self.push(Op::Jump(again));
        }
        self.land(end);
    }

    fn here(&self) -> usize {
        self.code.ops.len()
    }

    /// Emits a jump whose target is set by [`Self::land`].
    fn jump(&mut self) -> usize {
        self.push(Op::Jump(usize::MAX));
        self.here() - 1
    }

    fn land(&mut self, at: usize) {
        let here = self.here();
        match &mut self.code.ops[at] {
            Op::Jump(target)
            | Op::Unless { target, .. }
            | Op::Claim { target, .. }
            | Op::Start { failed: target, .. }
            | Op::Join { failed: target, .. } => *target = here,
            _ => unreachable!("only jumps have targets"),
        }
    }

    fn protect(&mut self, from: usize, any: bool) {
        let to = self.here();
        let target = usize::MAX;
        self.code.handlers.push(Handler { from, to, target, any, depth: self.depth });
    }

    fn block(&mut self, list: &[Stmt], number: &mut usize) {
        for stmt in list {
            self.statement = *number;
            *number += 1;
            self.stmt(stmt, number);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, number: &mut usize) {
        match stmt {
            Stmt::If { local, equals, then, otherwise } => {
                self.push(Op::Unless { local: *local, equals: *equals, target: usize::MAX });
                let test = self.here() - 1;
                self.block(then, number);
                let end = self.jump();
                self.land(test);
                self.block(otherwise, number);
                self.land(end);
            }
            Stmt::Repeat(body) => {
                let mut again = *number;
                self.block(body, &mut again);
                self.block(body, number);
            }
            Stmt::Endless(body) => {
                let again = self.here();
                self.block(body, number);
                self.push(Op::Jump(again));
            }
            Stmt::Synchronized { lock, body } => {
                self.push(Op::Enter(*lock));
                let from = self.here();
                self.block(body, number);
                self.leave(from, Op::Leave);
            }
            Stmt::Try { body, catch, finally } => self.lower_try(body, catch.as_deref(), finally.as_deref(), number),
            Stmt::Throw { local, equals } => self.throw_if(*local, *equals, Exception::IllegalState),
            Stmt::Assert { local, not } => self.throw_if(*local, *not, Exception::Assertion),
            Stmt::Interrupt(thread) => {
                if usize::from(*thread) != self.thread {
                    self.push(Op::Pause(Pause::Acquire));
                    self.push(Op::Pause(Pause::Release));
                }
                self.push(Op::SetInterrupt(*thread));
                self.push(Op::WakeInterrupted(*thread));
            }
            Stmt::Interrupted { local } => {
                self.push(Op::IsInterrupted { local: *local, thread: u8::MAX });
                self.push(Op::Unless { local: *local, equals: 1, target: usize::MAX });
                let test = self.here() - 1;
                self.push(Op::ClearInterrupt);
                self.land(test);
            }
            Stmt::Call { local, callee } => self.call(*local, *callee),
            Stmt::Spin(place) => {
                let again = self.here();
                self.push(Op::Read { local: HIDDEN, place: *place });
                self.push(Op::Unless { local: HIDDEN, equals: 0, target: usize::MAX });
                let test = self.here() - 1;
                self.push(Op::Jump(again));
                self.land(test);
            }
            Stmt::Forever { local, equals } => {
                self.push(Op::Unless { local: *local, equals: *equals, target: usize::MAX });
                let test = self.here() - 1;
                self.push(Op::Forever);
                self.land(test);
            }
            Stmt::Exit { local, equals, code } => {
                self.push(Op::Unless { local: *local, equals: *equals, target: usize::MAX });
                let test = self.here() - 1;
                self.push(Op::Pause(Pause::Acquire));
                self.push(Op::Exit(*code));
                self.land(test);
            }
            Stmt::Lazy { local, class } => {
                self.initialize(*class, &mut vec![]);
                self.push(Op::ReadLazy { local: *local, class: *class });
            }
            Stmt::Yield => self.push(Op::Pause(Pause::Yield)),
            Stmt::Start(thread) => {
                self.push(Op::EnterThread(*thread));
                self.push(Op::Start { thread: *thread, failed: usize::MAX });
                let start = self.here() - 1;
                self.push(Op::LeaveThread(*thread));
                let end = self.jump();
                self.land(start);
                self.push(Op::Pause(Pause::Acquire));
                self.push(Op::Pause(Pause::Release));
                self.push(Op::UnwindThread(*thread));
                self.push(Op::Pause(Pause::Release));
                self.push(Op::Throw(Exception::IllegalThreadState));
                self.land(end);
            }
            Stmt::Join(thread) => self.join(*thread, false),
            simple => self.push(simple_op(simple)),
        }
    }

    fn call(&mut self, local: u8, callee: Callee) {
        let (lock, place, lines) = match callee {
            Callee::Bump(base) => (Lock::Object(base), Place::Field(base), FIXED),
            Callee::Tick => (Lock::Class, Place::Y, FIXED + 3),
        };
        let statement = self.statement;
        self.push(Op::Enter(lock));
        let from = self.here();
        self.statement = lines;
        self.push(Op::Read { local: HIDDEN, place });
        self.statement = lines + 1;
        self.throw_if(HIDDEN, 2, Exception::IllegalState);
        self.statement = lines + 2;
        self.push(Op::Write { place, value: Value::After(HIDDEN) });
        self.leave(from, Op::Unwind);
        self.statement = statement;
        self.push(Op::Set { local, value: Value::After(HIDDEN) });
    }

    /// Leaves the block that began at `from`, by its end or, as told, by an exception.
    fn leave(&mut self, from: usize, unwind: Op) {
        self.protect(from, true);
        let handler = self.code.handlers.len() - 1;
        self.push(Op::Leave);
        let end = self.jump();
        self.code.handlers[handler].target = self.here();
        let after = unwind == Op::Unwind;
        self.push(unwind);
        if after {
            self.push(Op::Pause(Pause::Release));
        }
        self.push(Op::Rethrow);
        self.land(end);
    }

    /// Initialises a class unless that has been done or is being done by this very code.
    fn initialize(&mut self, class: u8, within: &mut Vec<u8>) {
        if within.contains(&class) {
            return;
        }
        within.push(class);
        self.push(Op::Claim { class, target: usize::MAX });
        let claim = self.here() - 1;
        if class == 0 {
            let statement = self.statement;
            self.statement = FIXED + 6;
            self.push(Op::Read { local: HIDDEN, place: Place::X });
            self.push(Op::WriteLazy { class, value: Value::Local(HIDDEN) });
            self.statement = FIXED + 8;
            self.push(Op::Write { place: Place::Y, value: Value::Const(1) });
            self.statement = statement;
        } else {
            let other = 3 - class;
            self.initialize(other, within);
            self.push(Op::ReadLazy { local: HIDDEN, class: other });
            self.push(Op::WriteLazy { class, value: Value::After(HIDDEN) });
        }
        self.push(Op::Initialized(class));
        self.land(claim);
        within.pop();
    }

    fn throw_if(&mut self, local: u8, equals: i32, exception: Exception) {
        self.push(Op::Unless { local, equals, target: usize::MAX });
        let test = self.here() - 1;
        // The stack trace is filled in by a synchronized method.
        self.push(Op::Pause(Pause::Acquire));
        self.push(Op::Pause(Pause::Release));
        self.push(Op::Throw(exception));
        self.land(test);
    }

    /// `try`-`catch`-`finally` is a `try`-`finally` around a `try`-`catch`.
    fn lower_try(&mut self, body: &[Stmt], catch: Option<&[Stmt]>, finally: Option<&[Stmt]>, number: &mut usize) {
        let from = self.here();
        self.block(body, number);
        if let Some(catch) = catch {
            self.protect(from, false);
            let handler = self.code.handlers.len() - 1;
            let end = self.jump();
            self.code.handlers[handler].target = self.here();
            self.block(catch, number);
            self.land(end);
        }
        if let Some(finally) = finally {
            self.protect(from, true);
            let handler = self.code.handlers.len() - 1;
            let mut again = *number;
            self.block(finally, &mut again);
            let end = self.jump();
            self.code.handlers[handler].target = self.here();
            self.depth += 1;
            self.block(finally, number);
            self.depth -= 1;
            self.push(Op::Rethrow);
            self.land(end);
        }
    }
}

fn simple_op(stmt: &Stmt) -> Op {
    match *stmt {
        Stmt::Set { local, value } => Op::Set { local, value },
        Stmt::Read { local, place } => Op::Read { local, place },
        Stmt::Write { place, value } => Op::Write { place, value },
        Stmt::ReadRef(place) => Op::ReadRef(place),
        Stmt::WriteRef(place, value) => Op::WriteRef(place, value),
        Stmt::New => Op::New,
        Stmt::Copy { back } => Op::Copy { back },
        Stmt::Wait { lock, timed } => Op::Wait { lock, timed },
        Stmt::Notify { lock, all } => Op::Notify { lock, all },
        Stmt::Park { timed } => Op::Park { timed },
        Stmt::Sleep => Op::Sleep,
        Stmt::Unpark(thread) => Op::Unpark(thread),
        Stmt::Alive { local, thread } => Op::Alive { local, thread },
        Stmt::IsInterrupted { local, thread } => Op::IsInterrupted { local, thread },
        Stmt::Atomic(atomic) => Op::Atomic(atomic),
        _ => unreachable!("compound statements are lowered by their caller"),
    }
}
