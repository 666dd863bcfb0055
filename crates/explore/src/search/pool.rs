//! What idle workers take from: schedules from the initial state with the choices to take at their
//! end. The search is over when all workers are idle and nothing is left.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use heddle_verdict::Choice;

use crate::watch::{Share, Watch};

/// A part of the search.
pub struct Task {
    pub prefix: Vec<Choice>,
    pub choices: Vec<Choice>,
    /// How often a thread may come to the same place before it is put off.
    pub rounds: u32,
}

pub struct Pool {
    workers: usize,
    state: Mutex<State>,
    changed: Condvar,
    /// Idle workers that no task is waiting for.
    hungry: AtomicUsize,
    /// What is put off is never taken.
    leaves_out: bool,
}

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    /// What is taken when nothing else is left.
    put_off: VecDeque<Task>,
    /// A task was put off.
    did_put_off: bool,
    idle: usize,
    over: bool,
}

impl Pool {
    pub fn new(workers: usize) -> Self {
        Self {
            workers,
            state: Mutex::default(),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
            leaves_out: false,
        }
    }

    /// A pool for one worker that leaves out what is put off.
    pub fn of_few_rounds() -> Self {
        Self { leaves_out: true, ..Self::new(1) }
    }

    /// Whether a thread has come to the same place so often that it was put off.
    pub fn did_put_off(&self) -> bool {
        self.state.lock().expect("no panic while holding the lock").did_put_off
    }

    /// The workers come back after a pause.
    pub fn resume(&self) {
        let mut state = self.state.lock().expect("no panic while holding the lock");
        (state.idle, state.over) = (0, false);
        self.note_hunger(&state);
    }

    /// Whether somebody waits for work.
    #[inline]
    pub fn is_hungry(&self) -> bool {
        self.hungry.load(Ordering::Relaxed) > 0
    }

    pub fn give(&self, task: Task) {
        let mut state = self.state.lock().expect("no panic while holding the lock");
        state.tasks.push_back(task);
        self.note_hunger(&state);
        self.changed.notify_one();
    }

    /// Keeps a task until nobody has anything else to do.
    pub fn put_off(&self, task: Task) {
        let mut state = self.state.lock().expect("no panic while holding the lock");
        state.did_put_off = true;
        if !self.leaves_out {
            state.put_off.push_back(task);
            self.changed.notify_one();
        }
    }

    /// Waits for a task; `None` when there will be no more.
    pub fn take(&self) -> Option<Task> {
        let mut state = self.state.lock().expect("no panic while holding the lock");
        state.idle += 1;
        loop {
            if state.over {
                return None;
            }
            if let Some(task) = state.tasks.pop_front().or_else(|| state.put_off.pop_front()) {
                state.idle -= 1;
                self.note_hunger(&state);
                return Some(task);
            }
            if state.idle == self.workers {
                state.over = true;
                self.changed.notify_all();
                return None;
            }
            self.note_hunger(&state);
            state = self.changed.wait(state).expect("no panic while holding the lock");
        }
    }

    /// What a worker holds while it works: when it leaves because the search was stopped or paused, or
    /// because it panicked, nobody waits for it.
    pub fn leave_with<'p>(&'p self, watch: &'p Watch, share: &'p Share) -> Leaving<'p> {
        Leaving { pool: self, watch, share }
    }

    fn note_hunger(&self, state: &State) {
        self.hungry.store(state.idle.saturating_sub(state.tasks.len()), Ordering::Relaxed);
    }
}

pub struct Leaving<'p> {
    pool: &'p Pool,
    watch: &'p Watch,
    share: &'p Share,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        if self.watch.is_stopped() || self.share.is_paused() || std::thread::panicking() {
            self.pool.state.lock().expect("no panic while holding the lock").over = true;
            self.pool.changed.notify_all();
        }
    }
}
