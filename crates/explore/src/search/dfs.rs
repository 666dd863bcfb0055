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

/// Rounds of a thread after which others go first: it has come to the same place so often, or half as often without
/// writing anything.
pub const ROUNDS: u32 = 64;

/// The choices still to be taken, all in one vector; `levels` says which belong to which state.
#[derive(Default)]
pub struct Stack {
    levels: Vec<Level>,
    waiting: Vec<Choice>,
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

impl Stack {
    /// Nothing to be taken yet. The next states, so many, are shared with nobody.
    pub fn new(alone: usize) -> Self {
        Self { alone, rounds: ROUNDS, ..Self::default() }
    }
}

/// A worker's order. All that it has to keep when the search is left is in its stack and its trail.
pub struct DepthFirst<'s> {
    pub stack: &'s mut Stack,
    pub pool: &'s Pool,
    /// Has to know when the worker goes on somewhere else.
    pub trail: &'s RefCell<Trail>,
}

impl DepthFirst<'_> {
    /// Gives the lowest state that still has choices to whoever is idle.
    fn share(&mut self, path: &Path<'_>) {
        if self.stack.levels.len() < 2 {
            return;
        }
        let Level { depth, from } = self.stack.levels.remove(0);
        let to = self.stack.levels[0].from;
        let choices = self.stack.waiting.drain(from..to).collect();
        for level in &mut self.stack.levels {
            level.from -= to - from;
        }
        self.trail.borrow_mut().share();
        self.pool.give(Task { prefix: path.choices()[..depth].to_vec(), choices, rounds: self.stack.rounds });
    }
}

impl Order for DepthFirst<'_> {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
        let is_tired = |choice: &Choice| path.rounds_of(choice.thread) >= self.stack.rounds;
        if choices.iter().any(is_tired) {
            let (later, now): (Vec<Choice>, Vec<Choice>) = choices.iter().rev().copied().partition(is_tired);
            let rounds = self.stack.rounds.saturating_mul(2);
            self.pool.put_off(Task { prefix: path.choices().to_vec(), choices: later, rounds });
            // The rest of this state is looked at elsewhere.
            self.trail.borrow_mut().lose();
            if !now.is_empty() {
                self.stack.levels.push(Level { depth: path.depth(), from: self.stack.waiting.len() });
                self.stack.waiting.extend(now);
            }
            return;
        }
        self.stack.levels.push(Level { depth: path.depth(), from: self.stack.waiting.len() });
        // Taken from the end, so the first choice goes last to be first.
        self.stack.waiting.extend(choices.iter().rev());
        self.stack.alone = self.stack.alone.saturating_sub(1);
        if self.stack.alone == 0 && self.pool.is_hungry() {
            self.share(path);
        }
    }

    fn waiting(&self) -> usize {
        self.stack.waiting.len()
    }

    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice> {
        loop {
            let Some(level) = self.stack.levels.last() else {
                let task = self.pool.take()?;
                self.stack.rounds = task.rounds;
                path.go_to(&task.prefix);
                self.trail.borrow_mut().begin_below(path.depth());
                self.stack.levels.push(Level { depth: path.depth(), from: 0 });
                self.stack.waiting.extend(task.choices);
                continue;
            };
            if self.stack.waiting.len() > level.from {
                path.back_to(level.depth);
                let choice = self.stack.waiting.pop();
                // A state whose last choice is taken needs no level any more.
                if self.stack.waiting.len() == level.from {
                    self.stack.levels.pop();
                }
                return choice;
            }
            self.stack.levels.pop();
        }
    }
}
