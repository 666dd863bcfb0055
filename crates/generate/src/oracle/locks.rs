//! Monitors: who holds them, who waits for them, and how waiting ends.

use super::state::{Cause, LockId, Observer, State, Status, Sync, Thread};

/// The monitor of a thread, which only platforms know.
pub fn thread_lock(thread: u8) -> LockId {
    200 + thread
}

pub fn is_free(state: &State, t: usize, lock: LockId) -> bool {
    state.locks.get(&lock).is_none_or(|&(owner, _)| usize::from(owner) == t)
}

pub fn leave_thread(state: &mut State, thread: u8) {
    let lock = thread_lock(thread);
    let (_, count) = state.locks.get_mut(&lock).expect("the monitor was taken");
    *count -= 1;
    if *count == 0 {
        state.locks.remove(&lock);
    }
}

/// Leaves the block that a thread entered last.
pub fn leave(state: &mut State, t: usize, seen: &mut impl Observer) {
    let lock = state.threads[t].entered.pop().expect("the thread is in a block");
    let (_, count) = state.locks.get_mut(&lock).expect("the block holds its lock");
    *count -= 1;
    if *count == 0 {
        state.locks.remove(&lock);
        seen.release(t, Sync::Lock(lock));
    }
}

/// How often a thread holds a lock.
pub fn held(state: &State, t: usize, lock: LockId) -> u8 {
    state.locks.get(&lock).filter(|(owner, _)| usize::from(*owner) == t).map_or(0, |&(_, count)| count)
}

pub fn waiters(state: &State, lock: LockId) -> impl Iterator<Item = usize> + '_ {
    let waits = move |thread: &Thread| matches!(thread.status, Status::Waiting { lock: on, .. } if on == lock);
    state.threads.iter().enumerate().filter(move |(_, thread)| waits(thread)).map(|(t, _)| t)
}

/// Ends a thread's waiting, parking, joining or sleeping.
pub fn wake(state: &mut State, t: usize, cause: Cause) {
    let thread = &mut state.threads[t];
    thread.status = match thread.status {
        Status::Waiting { lock, count, .. } => Status::Woken { lock, count, cause },
        Status::Joining { thread, .. } => Status::Joined { thread, cause },
        Status::Parked { .. } => Status::Unparked,
        Status::Asleep => Status::Awake,
        other => other,
    };
}

/// What can end a thread's waiting, parking, joining or sleeping without another thread.
pub fn wakeups(state: &State, t: usize) -> Vec<Cause> {
    let (timed, interrupted) = match state.threads[t].status {
        Status::Waiting { timed, interrupted, .. } => (timed, interrupted),
        Status::Joining { interrupted, .. } => (false, interrupted),
        Status::Parked { timed } => (timed, false),
        Status::Asleep => (true, false),
        _ => (false, false),
    };
    let causes = [(timed, Cause::TimedOut), (interrupted, Cause::Interrupted)];
    causes.into_iter().filter(|&(possible, _)| possible).map(|(_, cause)| cause).collect()
}
