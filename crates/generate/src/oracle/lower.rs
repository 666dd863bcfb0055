//! Lowers the statements of a thread to a flat list of instructions: loops unrolled, `finally`
//! copied to each way out, `synchronized` with a handler that unlocks.
//!
//! Between the actions stand pauses for what `javac` and JDK 17 put there: branches, and entries and
//! returns of methods. One of a kind between two actions is as good as several. Methods that Heddle
//! replaces by its own have neither.

use crate::program::{Atomic, Callee, LOCALS, Lock, Operation, Place, Reentrant, RefValue, Stmt, Used, Value};

use super::code::{Code, Exception, FIXED, Handler, Op, Pause};

/// The local that initialisers use.
const HIDDEN: u8 = LOCALS as u8;

/// The code of a thread of a program with `threads` threads that uses these things.
pub fn lower(body: &[Stmt], thread: usize, threads: usize, used: Used) -> Code {
    let mut lowering = Lowering { code: Code::default(), statement: 0, depth: 0, thread };
    let mut number = 0;
    lowering.pause(&[Pause::Entry]);
    lowering.block(body, &mut number);
    if thread == 0 {
        (1..threads).for_each(|other| lowering.join(other as u8, true));
        for lock in (0..2).filter(|lock| used.reentrant[*lock]) {
            lowering.push(Op::Operation(Operation::Lock(Reentrant::Shared(lock as u8))));
        }
        lowering.push(Op::Print);
    }
    lowering.push(Op::Finish);
    lowering.pause(&[Pause::Exit]);
    lowering.code.end = lowering.here();
    // The group is told, under its lock, before the thread forgets it.
    lowering.pause(&[Pause::Entry, Pause::Branch, Pause::Acquire, Pause::Release]);
    lowering.push(Op::LeaveGroup);
    lowering.pause(&[Pause::Exit]);
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

    fn pause(&mut self, kinds: &[Pause]) {
        kinds.iter().for_each(|&kind| self.push(Op::Pause(kind)));
    }

    /// Gives a lock back; others may run before that and after it.
    fn release(&mut self, op: Op) {
        self.push(op);
        self.pause(&[Pause::Release]);
    }

    fn join(&mut self, thread: u8, fully: bool) {
        let again = self.here();
        self.pause(&[Pause::Entry]);
        self.push(Op::EnterThread(thread));
        self.pause(&[Pause::Entry, Pause::Branch]);
        let check = self.here();
        self.push(Op::JoinAlive { thread, done: usize::MAX });
        self.pause(&[Pause::Branch]);
        self.push(Op::Join { thread, fully, check, failed: usize::MAX });
        let join = self.here() - 1;
        self.pause(&[Pause::Branch, Pause::BackBranch]);
        self.push(Op::Jump(check));
        self.land(check);
        self.pause(&[Pause::Branch, Pause::Exit]);
        self.release(Op::LeaveThread(thread));
        self.pause(&[Pause::Exit]);
        if !fully {
            self.pause(&[Pause::Branch]);
        }
        let end = self.jump();
        self.land(join);
        self.release(Op::LeaveThread(thread));
        if fully {
            self.pause(&[Pause::Branch, Pause::BackBranch]);
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
            | Op::Wait { failed: target, .. }
            | Op::Sleep { failed: target }
            | Op::JoinAlive { done: target, .. }
            | Op::Group { left: target, .. }
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
                let test = self.unless(*local, *equals);
                self.block(then, number);
                if !otherwise.is_empty() {
                    self.pause(&[Pause::Branch]);
                }
                let end = self.jump();
                self.land(test);
                self.block(otherwise, number);
                self.land(end);
            }
            Stmt::Repeat(body) => {
                let mut again = *number;
                self.pause(&[Pause::Branch]);
                self.block(body, &mut again);
                self.pause(&[Pause::Branch, Pause::BackBranch]);
                self.block(body, number);
                self.pause(&[Pause::Branch, Pause::BackBranch]);
            }
            Stmt::Endless(body) => {
                let again = self.here();
                self.pause(&[Pause::Branch]);
                self.block(body, number);
                self.pause(&[Pause::Branch, Pause::BackBranch]);
                self.push(Op::Jump(again));
            }
            Stmt::Synchronized { lock, body } => {
                self.push(Op::Enter(*lock));
                let from = self.here();
                self.block(body, number);
                self.leave(from, &[], &[Pause::Branch]);
            }
            Stmt::Try { body, catch, finally } => self.lower_try(body, catch.as_deref(), finally.as_deref(), number),
            Stmt::Throw { local, equals } => self.throw_if(*local, *equals, Exception::IllegalState),
            Stmt::Assert { local, not } => self.throw_if(*local, *not, Exception::Assertion),
            Stmt::Interrupt(thread) => {
                self.pause(&[Pause::Entry, Pause::Branch]);
                if usize::from(*thread) != self.thread {
                    self.pause(&[Pause::Acquire, Pause::Exit, Pause::Release]);
                }
                self.push(Op::SetInterrupt(*thread));
                self.push(Op::WakeInterrupted(*thread));
                self.pause(&[Pause::Exit]);
            }
            Stmt::IsInterrupted { local, thread } => {
                self.pause(&[Pause::Entry]);
                self.push(Op::IsInterrupted { local: *local, thread: *thread });
                self.pause(&[Pause::Exit, Pause::Branch]);
            }
            Stmt::Interrupted { local } => {
                self.pause(&[Pause::Entry]);
                self.push(Op::IsInterrupted { local: *local, thread: u8::MAX });
                let test = self.unless(*local, 1);
                self.push(Op::ClearInterrupt);
                self.land(test);
                self.pause(&[Pause::Exit, Pause::Branch]);
            }
            Stmt::Alive { local, thread } => {
                self.push(Op::Alive { local: *local, thread: *thread });
                self.pause(&[Pause::Branch]);
            }
            Stmt::Atomic(atomic) => {
                self.pause(&[Pause::Entry]);
                self.push(Op::Atomic(*atomic));
                self.pause(&[Pause::Exit]);
                if matches!(atomic, Atomic::CompareAndSet { .. }) {
                    self.pause(&[Pause::Branch]);
                }
            }
            Stmt::New => {
                self.pause(&[Pause::Entry, Pause::Exit]);
                self.push(Op::New);
            }
            Stmt::WriteRef(place, value) => {
                if *value == RefValue::Fresh {
                    self.pause(&[Pause::Entry, Pause::Exit]);
                }
                self.push(Op::WriteRef(*place, *value));
            }
            Stmt::Wait { lock, timed } => {
                // Without a time it is a method that calls the one with a time.
                if !timed {
                    self.pause(&[Pause::Entry]);
                }
                self.push(Op::Wait { lock: *lock, timed: *timed, failed: usize::MAX });
                let wait = self.here() - 1;
                if !timed {
                    self.pause(&[Pause::Exit]);
                }
                self.pause(&[Pause::Branch]);
                self.land(wait);
            }
            Stmt::Sleep => {
                self.push(Op::Sleep { failed: usize::MAX });
                let sleep = self.here() - 1;
                self.pause(&[Pause::Branch]);
                self.land(sleep);
            }
            Stmt::Park { timed } => {
                self.pause(&[Pause::Entry]);
                if *timed {
                    self.pause(&[Pause::Branch]);
                }
                self.push(Op::Park { timed: *timed });
                self.pause(&[Pause::Exit]);
            }
            Stmt::Unpark(thread) => {
                self.pause(&[Pause::Entry, Pause::Branch]);
                self.push(Op::Unpark(*thread));
                self.pause(&[Pause::Exit]);
            }
            Stmt::SetPriority { thread, priority } => {
                self.pause(&[Pause::Entry, Pause::Branch, Pause::Exit]);
                self.push(Op::Group { thread: *thread, left: usize::MAX });
                let group = self.here() - 1;
                self.pause(&[Pause::Entry, Pause::Exit, Pause::Branch]);
                self.push(Op::NotePriority { thread: *thread, priority: *priority });
                self.push(Op::SetPriority { thread: *thread, priority: *priority });
                self.push(Op::Rest(Pause::Priority));
                self.land(group);
                self.pause(&[Pause::Exit]);
            }
            Stmt::Call { local, callee } => self.call(*local, *callee),
            Stmt::Spin(place) => {
                let again = self.here();
                self.push(Op::Read { local: HIDDEN, place: *place });
                let test = self.unless(HIDDEN, 0);
                self.pause(&[Pause::Branch, Pause::BackBranch]);
                self.push(Op::Jump(again));
                self.land(test);
            }
            Stmt::Forever { local, equals } => {
                let test = self.unless(*local, *equals);
                let again = self.here();
                self.pause(&[Pause::Branch, Pause::BackBranch]);
                self.push(Op::Forever(again));
                self.land(test);
            }
            Stmt::Exit { local, equals, code } => {
                let test = self.unless(*local, *equals);
                self.pause(&[Pause::Entry, Pause::Branch, Pause::Acquire]);
                self.push(Op::Exit(*code));
                self.land(test);
            }
            Stmt::Lazy { local, class } => {
                self.initialize(*class, &mut vec![]);
                self.push(Op::ReadLazy { local: *local, class: *class });
            }
            Stmt::Yield => {
                self.push(Op::Pause(Pause::Yield));
                self.push(Op::Rest(Pause::Yield));
            }
            Stmt::Start(thread) => {
                self.push(Op::EnterThread(*thread));
                // A thread joins its group under the group's lock.
                self.pause(&[Pause::Entry, Pause::Branch, Pause::Acquire, Pause::Release]);
                self.push(Op::Start { thread: *thread, failed: usize::MAX });
                let start = self.here() - 1;
                self.pause(&[Pause::Start, Pause::Branch, Pause::Exit]);
                self.release(Op::LeaveThread(*thread));
                let end = self.jump();
                self.land(start);
                self.pause(&[Pause::Entry, Pause::Acquire, Pause::Branch, Pause::Release, Pause::Exit]);
                self.release(Op::LeaveThread(*thread));
                self.push(Op::Throw(Exception::IllegalThreadState));
                self.land(end);
            }
            Stmt::Join(thread) => self.join(*thread, false),
            Stmt::Operation(operation) => self.push(Op::Operation(*operation)),
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
        self.pause(&[Pause::Entry]);
        self.statement = lines;
        self.push(Op::Read { local: HIDDEN, place });
        self.statement = lines + 1;
        self.throw_if(HIDDEN, 2, Exception::IllegalState);
        self.statement = lines + 2;
        self.push(Op::Write { place, value: Value::After(HIDDEN) });
        self.leave(from, &[Pause::Exit], &[]);
        self.statement = statement;
        self.push(Op::Set { local, value: Value::After(HIDDEN) });
    }

    /// Leaves the block that began at `from`, by an exception or by its end, with pauses before and after
    /// that.
    fn leave(&mut self, from: usize, before: &[Pause], after: &[Pause]) {
        self.protect(from, true);
        let handler = self.code.handlers.len() - 1;
        self.pause(before);
        self.release(Op::Leave);
        self.pause(after);
        let end = self.jump();
        self.code.handlers[handler].target = self.here();
        self.release(Op::Leave);
        self.push(Op::Rethrow);
        self.land(end);
    }

    /// Emits a test whose target is set by [`Self::land`].
    fn unless(&mut self, local: u8, equals: i32) -> usize {
        self.pause(&[Pause::Branch]);
        self.push(Op::Unless { local, equals, target: usize::MAX });
        self.here() - 1
    }

    /// Initialises a class unless that has been done or is being done by this very code.
    fn initialize(&mut self, class: u8, within: &mut Vec<u8>) {
        if within.contains(&class) {
            return;
        }
        within.push(class);
        self.push(Op::Claim { class, target: usize::MAX });
        let claim = self.here() - 1;
        self.pause(&[Pause::Entry]);
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
        self.pause(&[Pause::Exit]);
        self.release(Op::Initialized(class));
        self.land(claim);
        within.pop();
    }

    fn throw_if(&mut self, local: u8, equals: i32, exception: Exception) {
        let test = self.unless(local, equals);
        // The stack trace is filled in by a synchronized method.
        self.pause(&[Pause::Entry, Pause::Acquire, Pause::Branch, Pause::Release, Pause::Exit]);
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
            if finally.is_none() {
                self.pause(&[Pause::Branch]);
            }
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
            self.pause(&[Pause::Branch]);
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
        Stmt::Copy { back } => Op::Copy { back },
        Stmt::CloneArray { local } => Op::CloneArray { local },
        Stmt::Handle { local, object, access } => Op::Handle { local, object, access },
        Stmt::Notify { lock, all } => Op::Notify { lock, all },
        _ => unreachable!("compound statements are lowered by their caller"),
    }
}
