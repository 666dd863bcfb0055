//! What idle workers take from: schedules from the initial state with the choices to take at their
//! end. The search is over when all workers are idle and nothing is left.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use heddle_verdict::Choice;
use serde::{Deserialize, Serialize};

use super::beyond::Beyond;
use crate::watch::{Share, Watch};

/// Rounds of a thread after which others go first: it has come to the same place so often, or half as often without
/// writing anything.
pub const ROUNDS: u32 = 64;

/// A part of the search.
#[derive(Clone, Serialize, Deserialize)]
pub struct Task {
    pub prefix: Vec<Choice>,
    pub choices: Vec<Choice>,
    /// How often a thread may come to the same place before it is put off.
    pub rounds: u32,
    /// Each choice's part of the tree of runs.
    pub share: f64,
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
    put_off: Queue,
    /// A task was put off.
    did_put_off: bool,
    /// What the bound forbids, and what it allows.
    beyond: Beyond,
    most: u32,
    idle: usize,
    over: bool,
}

/// Tasks in the order in which they come. There may be one for every state of a deep search, and each is much like the one
/// before, so only what differs of its prefix is kept.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Queue {
    /// Of each task, how many choices of the prefix before its own begins with.
    tasks: VecDeque<(usize, Task)>,
    /// The prefix of the task that was added last.
    last: Vec<Choice>,
    /// The prefix of the task that was taken last.
    first: Vec<Choice>,
}

impl Queue {
    fn push(&mut self, mut task: Task) {
        let common = self.last.iter().zip(&task.prefix).take_while(|(a, b)| a == b).count();
        let rest = task.prefix[common..].into();
        self.last = std::mem::replace(&mut task.prefix, rest);
        self.tasks.push_back((common, task));
    }

    fn pop(&mut self) -> Option<Task> {
        let (common, mut task) = self.tasks.pop_front()?;
        self.first.truncate(common);
        self.first.append(&mut task.prefix);
        task.prefix.clone_from(&self.first);
        Some(task)
    }
}

/// What is left to do for a worker without bounds that has nobody to share with, besides what it has itself.
#[derive(Clone, Serialize, Deserialize)]
pub struct PutOff {
    tasks: Queue,
    did_put_off: bool,
}

impl State {
    fn next(&mut self) -> Option<Task> {
        let waiting = self.tasks.pop_front().or_else(|| self.put_off.pop());
        waiting.or_else(|| {
            let (prefix, choices) = self.beyond.take(self.most)?;
            Some(Task { prefix, choices, rounds: ROUNDS, share: 0.0 })
        })
    }
}

impl Pool {
    /// A pool for so many workers, of runs that may cost so much.
    pub fn new(workers: usize, most: u32) -> Self {
        Self {
            workers,
            state: Mutex::new(State { most, ..State::default() }),
            changed: Condvar::new(),
            hungry: AtomicUsize::new(0),
            leaves_out: false,
        }
    }

    /// A pool for one worker that leaves out what is put off.
    pub fn of_few_rounds(most: u32) -> Self {
        Self { leaves_out: true, ..Self::new(1, most) }
    }

    /// A pool for one worker that has put off this much.
    pub fn going_on(PutOff { tasks, did_put_off }: PutOff, most: u32) -> Self {
        let pool = Self::new(1, most);
        *pool.state.lock().expect("nobody else has the pool yet") =
            State { put_off: tasks, did_put_off, most, ..State::default() };
        pool
    }

    /// What one worker alone has put off. While it works nobody is idle or over, and there is nothing that it was given.
    pub fn put_off_by_one(&self) -> PutOff {
        let state = self.state.lock().expect("no panic while holding the lock");
        let State { tasks, put_off, did_put_off, beyond, most: _, idle: _, over: _ } = &*state;
        debug_assert!(self.workers == 1 && tasks.is_empty() && beyond.is_empty());
        PutOff { tasks: put_off.clone(), did_put_off: *did_put_off }
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
            state.put_off.push(task);
            self.changed.notify_one();
        }
    }

    /// Keeps what a bound forbids until it is raised.
    pub fn put_beyond(&self, run: &[Choice], choices: &[(u32, Choice)]) {
        self.state.lock().expect("no panic while holding the lock").beyond.add(run, choices);
    }

    /// Whether the bound forbids something.
    pub fn has_beyond(&self) -> bool {
        !self.state.lock().expect("no panic while holding the lock").beyond.is_empty()
    }

    /// Raises the bound to what runs may cost from now on.
    pub fn allow(&self, most: u32) {
        self.state.lock().expect("no panic while holding the lock").most = most;
    }

    /// Waits for a task; `None` when there will be no more.
    pub fn take(&self) -> Option<Task> {
        let mut state = self.state.lock().expect("no panic while holding the lock");
        state.idle += 1;
        loop {
            if state.over {
                return None;
            }
            if let Some(task) = state.next() {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_queue_gives_back_whole_prefixes_in_order() {
        let choice = |thread: u16| Choice::from((thread, 0));
        let prefixes: Vec<Vec<Choice>> = [&[0, 1, 2][..], &[0, 1, 3, 4], &[0, 1], &[], &[2], &[2, 2]]
            .map(|threads| threads.iter().copied().map(choice).collect())
            .into();
        let mut queue = Queue::default();
        let mut taken = Vec::new();
        for (number, prefix) in prefixes.iter().enumerate() {
            queue.push(Task { prefix: prefix.clone(), choices: vec![choice(9)], rounds: number as u32, share: 0.0 });
            if number == 2 {
                taken.extend(queue.pop());
            }
        }
        taken.extend(std::iter::from_fn(|| queue.pop()));
        assert_eq!(taken.iter().map(|task| task.rounds).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        assert_eq!(taken.into_iter().map(|task| task.prefix).collect::<Vec<_>>(), prefixes);
    }
}
