//! The steps of a program. A step is one shared access, or one action on a monitor or thread; what
//! is local before the next one belongs to it.
//!
//! Monitors are barging, `notify` wakes any waiter, nothing wakes up without a reason, a thread that
//! parks has at most one permit. `Thread.interrupt` first sets the flag and then wakes, as the JDK
//! does. A waiting thread decides in which order it was interrupted, notified and timed out (JLS 17.2.1): an
//! interrupt only lets it leave the wait set, and one that left it for another reason may throw all the same,
//! in which case a notification goes to another waiter.

use std::collections::BTreeSet;

use crate::program::{Base, Handled, JOIN_INTERRUPTED, Lock, RefPlace, RefValue, SLEEP_INTERRUPTED, WAIT_INTERRUPTED};

use super::code::{Code, Exception, Op, Pause, Thrown};
use super::locks::{held, is_free, leave, leave_thread, thread_lock, waiters, wake, wakeups};
use super::state::{
    Access, Cause, Init, Location, Nobody, Observer, State, Status, Sync, allocate, cell, copied, elements, evaluate,
    fault, id, observe, plain, plain_ref, ref_cell,
};
use super::{atomics, operations, state};

/// Runs a program's code. Exceptions that no handler took are noted with their threads.
pub struct Machine<'c> {
    pub code: &'c [Code],
    pub uncaught: BTreeSet<(usize, Thrown)>,
    /// On a platform: where it switches threads, and whether `sleep` blocks.
    yields: Option<Vec<Pause>>,
    sleeps: bool,
    /// Interrupts take effect at once instead of in any order.
    at_once: bool,
}

/// Whether a thread with a pending interrupt that was woken for a reason throws by this alternative.
fn throws(cause: Cause, alternative: usize) -> bool {
    match cause {
        Cause::Interrupted => true,
        Cause::TimedOut => alternative == 0,
        Cause::Notified | Cause::AllNotified => alternative > 0,
    }
}

/// Where a thread goes on after an action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Follows,
    /// It waits, has ended, or stands elsewhere already.
    Stays,
}

impl<'c> Machine<'c> {
    pub fn new(code: &'c [Code]) -> Self {
        Self { code, uncaught: BTreeSet::new(), yields: None, sleeps: false, at_once: false }
    }

    pub fn on(code: &'c [Code], yields: Vec<Pause>, sleeps: bool, at_once: bool) -> Self {
        Self { yields: Some(yields), sleeps, at_once, ..Self::new(code) }
    }

    fn stops_at(&self, pause: Pause) -> bool {
        self.yields.as_ref().is_some_and(|yields| yields.contains(&pause))
    }

    pub fn initial(&mut self) -> State {
        let mut state = State::initial(self.code.len());
        state.threads[0].status = Status::Runnable;
        self.run_locally(&mut state, 0, &mut Nobody);
        state
    }

    pub fn op(&self, state: &State, t: usize) -> &'c Op {
        &self.code[t].ops[state.threads[t].pc]
    }

    /// In how many ways a thread can move.
    pub fn alternatives(&self, state: &State, t: usize) -> usize {
        if state.exit.is_some() {
            return 0;
        }
        match state.threads[t].status {
            Status::New | Status::Ended => 0,
            Status::Waiting { .. } | Status::Joining { .. } | Status::Parked { .. } => wakeups(state, t).len(),
            Status::Woken { lock, .. } if state.locks.contains_key(&lock) => 0,
            Status::Woken { lock, cause, .. } => self.returns(state, t, cause, waiters(state, lock).count()),
            Status::Joined { thread, .. } if !is_free(state, t, thread_lock(thread)) => 0,
            Status::Joined { cause, .. } => self.returns(state, t, cause, 0),
            Status::Unparked | Status::Asleep | Status::Awake => 1,
            Status::Awaiting { .. } => 0,
            Status::Signalled { lock, .. } => usize::from(operations::may_go_on(state, t, lock)),
            Status::Runnable => match *self.op(state, t) {
                Op::Enter(lock) => {
                    let holder = state.locks.get(&id(&state.threads[t], lock));
                    usize::from(holder.is_none_or(|&(owner, _)| usize::from(owner) == t))
                }
                Op::EnterThread(thread) => usize::from(is_free(state, t, thread_lock(thread))),
                Op::Operation(operation) => usize::from(operations::is_enabled(state, t, operation)),
                Op::End => usize::from(is_free(state, t, thread_lock(t as u8))),
                Op::Claim { class, .. } => usize::from(!matches!(state.lazy[usize::from(class)].0, Init::By(_))),
                Op::Notify { lock, all: false } => waiters(state, id(&state.threads[t], lock)).count().max(1),
                _ => 1,
            },
        }
    }

    /// In how many ways a thread returns from the wait that it was woken from; the first is not to throw,
    /// unless it was interrupted or its time was up.
    fn returns(&self, state: &State, t: usize, cause: Cause, waiters: usize) -> usize {
        match cause {
            _ if self.at_once || !state.threads[t].interrupted => 1,
            Cause::Interrupted => 1,
            Cause::TimedOut | Cause::AllNotified => 2,
            Cause::Notified => 1 + waiters.max(1),
        }
    }

    /// The plain accesses of a thread's next step, and the statement that makes them.
    pub fn pending(&self, state: &State, t: usize) -> (usize, Vec<Access>) {
        let thread = &state.threads[t];
        let statement = self.code[t].statements[thread.pc];
        if thread.status != Status::Runnable || state.exit.is_some() {
            return (statement, vec![]);
        }
        let one =
            |location: Option<Location>, writes| location.map(|location| Access { location, writes, ordered: false });
        let accesses = match *self.op(state, t) {
            Op::Read { place, .. } => one(plain(thread, place), false).into_iter().collect(),
            Op::Write { place, .. } => one(plain(thread, place), true).into_iter().collect(),
            Op::ReadRef(place) => one(plain_ref(thread, place), false).into_iter().collect(),
            Op::WriteRef(place, _) => one(plain_ref(thread, place), true).into_iter().collect(),
            Op::Copy { back } => {
                copied(back).map(|(location, writes)| Access { location, writes, ordered: false }).collect()
            }
            Op::CloneArray { .. } => {
                elements().map(|location| Access { location, writes: false, ordered: false }).collect()
            }
            Op::Handle { object, access, .. } => {
                let location = Location::Field(state::object(thread, object));
                vec![Access { location, writes: access != Handled::Get, ordered: true }]
            }
            _ => vec![],
        };
        (statement, accesses)
    }

    /// Takes a step that [`Self::alternatives`] offered.
    pub fn step(&mut self, state: &mut State, t: usize, alternative: usize, seen: &mut impl Observer) {
        let resumed = self.resume(state, t, alternative, seen);
        if !resumed {
            self.execute(state, t, alternative, seen);
        }
        self.run_locally(state, t, seen);
    }

    /// Completes a wait, park or join that has begun; whether there was one.
    fn resume(&mut self, state: &mut State, t: usize, alternative: usize, seen: &mut impl Observer) -> bool {
        let thread = &mut state.threads[t];
        match thread.status {
            Status::Woken { lock, count, cause } => {
                state.locks.insert(lock, (t as u8, count));
                seen.acquire(t, Sync::Lock(lock));
                seen.acquire(t, Sync::Wake(t as u8));
                if throws(cause, alternative) && self.take_interrupt(state, t, WAIT_INTERRUPTED, seen) {
                    let other = waiters(state, lock).nth(alternative.wrapping_sub(1));
                    if let Some(other) = other.filter(|_| cause == Cause::Notified) {
                        seen.release(t, Sync::Wake(other as u8));
                        wake(state, other, Cause::Notified);
                    }
                    self.interrupted(state, t);
                    return true;
                }
            }
            Status::Waiting { .. } | Status::Joining { .. } => {
                let cause = wakeups(state, t)[alternative];
                wake(state, t, cause);
                return true;
            }
            Status::Parked { .. } => {}
            Status::Signalled { lock, count } => operations::lock_again(state, t, lock, count, seen),
            Status::Awake => {
                if self.take_interrupt(state, t, SLEEP_INTERRUPTED, seen) {
                    self.interrupted(state, t);
                    return true;
                }
            }
            Status::Unparked => {
                thread.permit = false;
                seen.acquire(t, Sync::Permit(t as u8));
                seen.acquire(t, Sync::Wake(t as u8));
                seen.acquire(t, Sync::Flag(t as u8));
            }
            Status::Joined { thread: other, cause } => {
                thread.status = Status::Runnable;
                if self.yields.is_some() {
                    state.locks.insert(thread_lock(other), (t as u8, 1));
                }
                seen.acquire(t, Sync::Wake(t as u8));
                if throws(cause, alternative) && state.threads[t].interrupted {
                    self.interrupted_join(state, t, seen);
                } else if self.yields.is_some() {
                    state.threads[t].pc += 1;
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

    /// Goes on where a wait or sleep goes on that was interrupted.
    fn interrupted(&self, state: &mut State, t: usize) {
        let (Op::Wait { failed, .. } | Op::Sleep { failed }) = *self.op(state, t) else {
            unreachable!("the thread waits or sleeps")
        };
        state.threads[t].status = Status::Runnable;
        state.threads[t].pc = failed;
    }

    fn interrupted_join(&mut self, state: &mut State, t: usize, seen: &mut impl Observer) {
        let Op::Join { fully, failed, .. } = *self.op(state, t) else { unreachable!("the thread joins") };
        if fully {
            seen.acquire(t, Sync::Flag(t as u8));
            state.threads[t].interrupted = false;
        } else {
            self.take_interrupt(state, t, JOIN_INTERRUPTED, seen);
        }
        state.threads[t].pc = failed;
    }

    fn execute(&mut self, state: &mut State, t: usize, alternative: usize, seen: &mut impl Observer) {
        let next = match self.op(state, t) {
            Op::Enter(_) | Op::Leave | Op::Wait { .. } | Op::Notify { .. } | Op::Claim { .. } | Op::Initialized(_) => {
                self.synchronize(state, t, alternative, seen)
            }
            Op::Read { .. }
            | Op::Write { .. }
            | Op::ReadRef(_)
            | Op::WriteRef(..)
            | Op::Copy { .. }
            | Op::CloneArray { .. }
            | Op::Handle { .. }
            | Op::Atomic(_) => {
                self.access(state, t, seen);
                Next::Follows
            }
            Op::Operation(operation) => match operations::execute(state, t, *operation, seen) {
                Ok(()) if state.threads[t].status == Status::Runnable => Next::Follows,
                Ok(()) => Next::Stays,
                Err(exception) => {
                    self.throw(state, t, exception);
                    Next::Stays
                }
            },
            _ => self.act(state, t, seen),
        };
        if next == Next::Follows {
            state.threads[t].pc += 1;
        }
    }

    /// Accesses to memory.
    fn access(&self, state: &mut State, t: usize, seen: &mut impl Observer) {
        match *self.op(state, t) {
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
            Op::CloneArray { local } => {
                elements().for_each(|location| seen.read(t, location));
                state.threads[t].locals[usize::from(local)] = state.a.iter().sum();
            }
            Op::Handle { local, object, access } => atomics::handle(state, t, (local, object), access, seen),
            Op::Atomic(atomic) => atomics::execute(state, t, atomic, seen),
            _ => unreachable!("not an access"),
        }
    }

    /// Actions on monitors, and on classes as far as they are like monitors.
    fn synchronize(&mut self, state: &mut State, t: usize, alternative: usize, seen: &mut impl Observer) -> Next {
        let me = t as u8;
        match *self.op(state, t) {
            Op::Enter(lock) => {
                let lock = id(&state.threads[t], lock);
                state.locks.entry(lock).or_insert((me, 0)).1 += 1;
                state.threads[t].entered.push(lock);
                seen.acquire(t, Sync::Lock(lock));
            }
            Op::Leave => leave(state, t, seen),
            Op::Wait { lock, timed, .. } => {
                let lock = id(&state.threads[t], lock);
                let count = held(state, t, lock);
                if count == 0 {
                    self.throw(state, t, Exception::IllegalMonitorState);
                    return Next::Stays;
                }
                if self.take_interrupt(state, t, WAIT_INTERRUPTED, seen) {
                    self.interrupted(state, t);
                } else {
                    state.locks.remove(&lock);
                    state.threads[t].status = Status::Waiting { lock, count, timed, interrupted: false };
                    seen.release(t, Sync::Lock(lock));
                }
                return Next::Stays;
            }
            Op::Notify { lock, all } => {
                let lock = id(&state.threads[t], lock);
                if held(state, t, lock) == 0 {
                    self.throw(state, t, Exception::IllegalMonitorState);
                    return Next::Stays;
                }
                let all_waiters: Vec<usize> = waiters(state, lock).collect();
                let chosen =
                    if all { &all_waiters[..] } else { all_waiters.get(alternative..=alternative).unwrap_or(&[]) };
                for &waiter in chosen {
                    wake(state, waiter, if all { Cause::AllNotified } else { Cause::Notified });
                }
            }
            Op::Claim { class, .. } => {
                let init = &mut state.lazy[usize::from(class)].0;
                // What another thread has done meanwhile is found out locally.
                if *init == Init::Done {
                    return Next::Stays;
                }
                *init = Init::By(me);
            }
            Op::Initialized(class) => {
                seen.release(t, Sync::Class(class));
                state.lazy[usize::from(class)].0 = Init::Done;
            }
            _ => unreachable!("not an action on a monitor"),
        }
        Next::Follows
    }

    /// Actions on threads and on the program as a whole.
    fn act(&mut self, state: &mut State, t: usize, seen: &mut impl Observer) -> Next {
        let me = t as u8;
        match *self.op(state, t) {
            Op::Park { timed } => {
                let thread = &mut state.threads[t];
                if !thread.permit && !thread.interrupted {
                    thread.status = Status::Parked { timed };
                    return Next::Stays;
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
            Op::Start { thread: other, failed } => {
                if state.threads[usize::from(other)].status != Status::New {
                    state.threads[t].pc = failed;
                    return Next::Stays;
                }
                seen.release(t, Sync::Start(other));
                seen.acquire(usize::from(other), Sync::Start(other));
                let started = &mut state.threads[usize::from(other)];
                (started.status, started.priority) = (Status::Runnable, started.noted);
                self.run_locally(state, usize::from(other), seen);
            }
            Op::Join { thread: other, check, .. } => {
                let is_alive = !matches!(state.threads[usize::from(other)].status, Status::New | Status::Ended);
                if is_alive && state.threads[t].interrupted {
                    self.interrupted_join(state, t, seen);
                    return Next::Stays;
                }
                if is_alive {
                    state.locks.remove(&thread_lock(other));
                    state.threads[t].status = Status::Joining { thread: other, interrupted: false };
                    return Next::Stays;
                }
                // Only where the check is no step of its own.
                seen.acquire(t, Sync::End(other));
                let Op::JoinAlive { done, .. } = self.code[t].ops[check] else { unreachable!("a check") };
                state.threads[t].pc = done;
                return Next::Stays;
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
                match &mut state.threads[usize::from(other)].status {
                    Status::Waiting { interrupted, .. } | Status::Joining { interrupted, .. } if !self.at_once => {
                        *interrupted = true;
                    }
                    _ => wake(state, usize::from(other), Cause::Interrupted),
                }
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
            Op::Pause(_) => {}
            Op::EnterThread(thread) => state.locks.entry(thread_lock(thread)).or_insert((me, 0)).1 += 1,
            Op::LeaveThread(thread) => leave_thread(state, thread),
            Op::Sleep { .. } => {
                if self.take_interrupt(state, t, SLEEP_INTERRUPTED, seen) {
                    self.interrupted(state, t);
                    return Next::Stays;
                }
                if self.sleeps {
                    state.threads[t].status = Status::Asleep;
                    return Next::Stays;
                }
            }
            Op::JoinAlive { thread, done } => {
                if matches!(state.threads[usize::from(thread)].status, Status::New | Status::Ended) {
                    state.threads[t].pc = done;
                    return Next::Stays;
                }
            }
            Op::Group { thread, left } => {
                if state.threads[usize::from(thread)].left {
                    state.threads[t].pc = left;
                    return Next::Stays;
                }
            }
            Op::NotePriority { thread, priority } => state.threads[usize::from(thread)].noted = priority,
            Op::SetPriority { thread, priority } => {
                let thread = &mut state.threads[usize::from(thread)];
                if thread.status != Status::New {
                    thread.priority = priority;
                }
            }
            Op::Rest(_) => {}
            Op::LeaveGroup => state.threads[t].left = true,
            Op::End => {
                seen.release(t, Sync::End(me));
                state.threads[t].status = Status::Ended;
                for other in 0..state.threads.len() {
                    if matches!(state.threads[other].status, Status::Joining { thread, .. } if thread == me) {
                        seen.release(t, Sync::Wake(other as u8));
                        wake(state, other, Cause::AllNotified);
                    }
                }
                return Next::Stays;
            }
            Op::Print => state.printed = true,
            Op::Forever(again) => {
                if self.stops_at(Pause::Branch) || self.stops_at(Pause::BackBranch) {
                    state.threads[t].pc = again;
                }
                return Next::Stays;
            }
            Op::Exit(code) => {
                state.exit = Some(code);
                return Next::Stays;
            }
            _ => unreachable!("local instructions do not wait for a step"),
        }
        Next::Follows
    }

    /// Executes what no other thread can notice, up to the next shared action.
    fn run_locally(&mut self, state: &mut State, t: usize, seen: &mut impl Observer) {
        while state.threads[t].status == Status::Runnable {
            let lazy = &mut state.lazy;
            let thread = &mut state.threads[t];
            let mut next = thread.pc + 1;
            let mut thrown = None;
            match self.code[t].ops[thread.pc] {
                Op::Pause(pause) => {
                    if self.yields.as_ref().is_some_and(|yields| yields.contains(&pause)) {
                        return;
                    }
                }
                Op::EnterThread(_)
                | Op::LeaveThread(_)
                | Op::JoinAlive { .. }
                | Op::Group { .. }
                | Op::NotePriority { .. }
                | Op::SetPriority { .. }
                | Op::Rest(_)
                | Op::LeaveGroup => {
                    if self.yields.is_some() {
                        return;
                    }
                }
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
                Op::ReadRef(RefPlace::Next(Base::P))
                | Op::WriteRef(RefPlace::Next(Base::P), _)
                | Op::Enter(Lock::Object(Base::P))
                | Op::Wait { lock: Lock::Object(Base::P), .. }
                | Op::Notify { lock: Lock::Object(Base::P), .. } => {
                    if thread.p != 0 {
                        return;
                    }
                    thrown = Some(Exception::NullPointer);
                }
                Op::Handle { object: Base::P, .. } if thread.p == 0 => thrown = Some(Exception::NullPointer),
                Op::Operation(operation) if thread.p == 0 && operations::is_on_p(operation) => {
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
            thread.pc = self.code[t].end;
            return;
        };
        thread.exceptions.truncate(handler.depth);
        if handler.any {
            thread.exceptions.push(thrown);
        }
        thread.pc = handler.target;
    }
}
