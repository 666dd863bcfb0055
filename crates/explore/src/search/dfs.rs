//! Depth-first order: the machine steps back, never forward again. Workers share what lies
//! nearest to the root.
//!
//! A run may go on for ever: a thread counts while it waits, and every round is a new state. So a thread that has come
//! to the same place [`ROUNDS`] times is put off: everything else comes first. After that it gets twice as many rounds.
//! Nothing is left out, and no run keeps the search from the others.

use std::cell::RefCell;

use heddle_verdict::Choice;

use super::Order;
use super::pool::{Pool, Task};
use super::trail::Trail;
use crate::path::Path;

/// How often a thread comes to the same place before others go first.
const ROUNDS: u32 = 32;

/// The choices still to be taken, all in one vector; `levels` says which belong to which state.
pub struct DepthFirst<'s, 'o> {
    levels: Vec<Level>,
    waiting: Vec<Choice>,
    pool: &'s Pool,
    /// Has to know when the worker goes on somewhere else.
    trail: &'s RefCell<Trail<'o>>,
    /// So many states are yet to be visited before any are shared.
    alone: usize,
    /// How often a thread may come to the same place in this part of the search.
    rounds: u32,
}

struct Level {
    depth: usize,
    /// Where the choices of this state begin in `waiting`; they end where the next level begins.
    from: usize,
}

impl<'s, 'o> DepthFirst<'s, 'o> {
    /// The order of the worker that begins at the initial state, and shares nothing of its first states.
    pub fn first(pool: &'s Pool, trail: &'s RefCell<Trail<'o>>, alone: usize) -> Self {
        Self { alone, ..Self::joining(pool, trail) }
    }

    /// The order of a worker that takes what others share.
    pub fn joining(pool: &'s Pool, trail: &'s RefCell<Trail<'o>>) -> Self {
        Self { levels: Vec::new(), waiting: Vec::new(), pool, trail, alone: 0, rounds: ROUNDS }
    }

    /// Gives the lowest state that still has choices to whoever is idle.
    fn share(&mut self, path: &Path<'_>) {
        if self.levels.len() < 2 {
            return;
        }
        let Level { depth, from } = self.levels.remove(0);
        let to = self.levels[0].from;
        let choices = self.waiting.drain(from..to).collect();
        for level in &mut self.levels {
            level.from -= to - from;
        }
        self.pool.give(Task { prefix: path.choices()[..depth].to_vec(), choices, rounds: self.rounds });
    }
}

impl Order for DepthFirst<'_, '_> {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
        let is_tired = |choice: &Choice| path.rounds_of(choice.thread) >= self.rounds;
        if choices.iter().any(is_tired) {
            let (later, now): (Vec<Choice>, Vec<Choice>) = choices.iter().rev().copied().partition(is_tired);
            let rounds = self.rounds.saturating_mul(2);
            self.pool.put_off(Task { prefix: path.choices().to_vec(), choices: later, rounds });
            // The rest of this state is looked at elsewhere.
            self.trail.borrow_mut().lose();
            if !now.is_empty() {
                self.levels.push(Level { depth: path.depth(), from: self.waiting.len() });
                self.waiting.extend(now);
            }
            return;
        }
        self.levels.push(Level { depth: path.depth(), from: self.waiting.len() });
        // Taken from the end, so the first choice goes last to be first.
        self.waiting.extend(choices.iter().rev());
        self.alone = self.alone.saturating_sub(1);
        if self.alone == 0 && self.pool.is_hungry() {
            self.share(path);
        }
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }

    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice> {
        loop {
            let Some(level) = self.levels.last() else {
                let task = self.pool.take()?;
                self.rounds = task.rounds;
                path.go_to(&task.prefix);
                self.trail.borrow_mut().begin_below(path.depth());
                self.levels.push(Level { depth: path.depth(), from: 0 });
                self.waiting.extend(task.choices);
                continue;
            };
            if self.waiting.len() > level.from {
                path.back_to(level.depth);
                let choice = self.waiting.pop();
                // A state whose last choice is taken needs no level any more.
                if self.waiting.len() == level.from {
                    self.levels.pop();
                }
                return choice;
            }
            self.levels.pop();
        }
    }
}
