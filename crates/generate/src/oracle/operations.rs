//! What operations of `java.util.concurrent` are specified to do, each in one step.
//!
//! Locks and semaphores are not fair: whoever asks for one that is free may get it. Those who wait on a
//! condition are signalled in the order in which they began to, and once signalled get the lock in that
//! order among themselves. Who asks for a lock first cannot be told from who gets it first, so nothing
//! else has an order. No thread of such a program is interrupted.

use crate::program::{Base, LATCH, MapOperation, Operation, Reentrant};

use super::code::Exception;
use super::locks::{held, is_free};
use super::state::{LockId, Observer, State, Status, Sync, evaluate, object};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Synchronizers {
    pub permits: i32,
    /// Of the latch.
    pub count: i32,
    /// Values by number of their key; 0 if there is none.
    pub map: [i32; 2],
    /// By number of the condition: threads that wait, and threads that were signalled.
    waiting: [Vec<u8>; 2],
    signalled: [Vec<u8>; 2],
}

impl Default for Synchronizers {
    fn default() -> Self {
        Self { permits: 1, count: LATCH, map: [0; 2], waiting: Default::default(), signalled: Default::default() }
    }
}

/// `k0`; `k1` is the next one. No other kind of lock has such a number.
const SHARED: LockId = 90;
const OF_OBJECTS: LockId = 100;

fn id(state: &State, t: usize, lock: Reentrant) -> LockId {
    match lock {
        Reentrant::Shared(number) => SHARED + number,
        Reentrant::Of(base) => OF_OBJECTS + object(&state.threads[t], base),
    }
}

/// Whether it uses the lock of what the thread's `p` refers to.
pub fn is_on_p(operation: Operation) -> bool {
    let (Operation::Lock(lock) | Operation::TryLock { lock, .. } | Operation::Unlock(lock)) = operation else {
        return false;
    };
    lock == Reentrant::Of(Base::P)
}

/// Whether a thread can complete an operation, or at least begin to wait.
pub fn is_enabled(state: &State, t: usize, operation: Operation) -> bool {
    match operation {
        Operation::Lock(lock) => is_free(state, t, id(state, t, lock)),
        Operation::Acquire => state.synchronizers.permits > 0,
        Operation::AwaitLatch => state.synchronizers.count == 0,
        _ => true,
    }
}

/// Whether a thread that was signalled can take its lock.
pub fn may_go_on(state: &State, t: usize, lock: LockId) -> bool {
    let first = state.synchronizers.signalled[usize::from(lock - SHARED)].first();
    first.is_some_and(|first| usize::from(*first) == t) && !state.locks.contains_key(&lock)
}

/// Ends waiting on a condition.
pub fn lock_again(state: &mut State, t: usize, lock: LockId, count: u8, seen: &mut impl Observer) {
    state.synchronizers.signalled[usize::from(lock - SHARED)].remove(0);
    state.locks.insert(lock, (t as u8, count));
    seen.acquire(t, Sync::Lock(lock));
}

/// Makes an operation that is enabled. The thread does not stay runnable if it has to wait.
pub fn execute(state: &mut State, t: usize, operation: Operation, seen: &mut impl Observer) -> Result<(), Exception> {
    match operation {
        Operation::Lock(lock) => take(state, t, id(state, t, lock), seen),
        Operation::TryLock { local, lock } => {
            let lock = id(state, t, lock);
            let free = is_free(state, t, lock);
            if free {
                take(state, t, lock, seen);
            }
            state.threads[t].locals[usize::from(local)] = i32::from(free);
        }
        Operation::Unlock(lock) => {
            let lock = id(state, t, lock);
            match held(state, t, lock) {
                0 => return Err(Exception::IllegalMonitorState),
                1 => {
                    state.locks.remove(&lock);
                    seen.release(t, Sync::Lock(lock));
                }
                count => drop(state.locks.insert(lock, (t as u8, count - 1))),
            }
        }
        Operation::Await(number) => {
            let lock = SHARED + number;
            let count = held(state, t, lock);
            if count == 0 {
                return Err(Exception::IllegalMonitorState);
            }
            state.locks.remove(&lock);
            seen.release(t, Sync::Lock(lock));
            state.synchronizers.waiting[usize::from(number)].push(t as u8);
            state.threads[t].status = Status::Awaiting { lock, count };
        }
        Operation::Signal { lock: number, all } => {
            if held(state, t, SHARED + number) == 0 {
                return Err(Exception::IllegalMonitorState);
            }
            signal(state, usize::from(number), all);
        }
        Operation::Acquire => acquire(state, t, seen),
        Operation::TryAcquire(local) => {
            let free = state.synchronizers.permits > 0;
            if free {
                acquire(state, t, seen);
            }
            state.threads[t].locals[usize::from(local)] = i32::from(free);
        }
        Operation::Release => {
            state.synchronizers.permits += 1;
            seen.release(t, Sync::Semaphore);
        }
        Operation::CountDown => {
            let count = &mut state.synchronizers.count;
            *count = (*count - 1).max(0);
            seen.release(t, Sync::Latch);
        }
        Operation::AwaitLatch => seen.acquire(t, Sync::Latch),
        Operation::Count(local) => {
            seen.acquire(t, Sync::Latch);
            state.threads[t].locals[usize::from(local)] = state.synchronizers.count;
        }
        Operation::Map { local, key, operation } => {
            let old = change(state, t, usize::from(key), operation, seen);
            state.threads[t].locals[usize::from(local)] = old;
        }
    }
    Ok(())
}

fn take(state: &mut State, t: usize, lock: LockId, seen: &mut impl Observer) {
    state.locks.entry(lock).or_insert((t as u8, 0)).1 += 1;
    seen.acquire(t, Sync::Lock(lock));
}

fn acquire(state: &mut State, t: usize, seen: &mut impl Observer) {
    state.synchronizers.permits -= 1;
    seen.acquire(t, Sync::Semaphore);
}

/// Lets those who waited longest, or all of them, take their lock again.
fn signal(state: &mut State, condition: usize, all: bool) {
    let waiting = &mut state.synchronizers.waiting[condition];
    let count = if all { waiting.len() } else { waiting.len().min(1) };
    let chosen: Vec<u8> = waiting.drain(..count).collect();
    for &t in &chosen {
        let status = &mut state.threads[usize::from(t)].status;
        let Status::Awaiting { lock, count } = *status else { unreachable!("the thread waits") };
        *status = Status::Signalled { lock, count };
    }
    state.synchronizers.signalled[condition].extend(chosen);
}

/// What an operation of the map returns.
fn change(state: &mut State, t: usize, key: usize, operation: MapOperation, seen: &mut impl Observer) -> i32 {
    seen.acquire(t, Sync::Map);
    let old = state.synchronizers.map[key];
    let (new, result) = match operation {
        MapOperation::Get => return old,
        MapOperation::Put(value) => (evaluate(&state.threads[t], value), old),
        MapOperation::PutIfAbsent(_) if old != 0 => return old,
        MapOperation::PutIfAbsent(value) => (evaluate(&state.threads[t], value), old),
        MapOperation::Remove => (0, old),
        MapOperation::Merge => (old + 1, old + 1),
    };
    state.synchronizers.map[key] = new;
    seen.release(t, Sync::Map);
    result
}
