//! Depth-first order: the machine steps back, never forward again. Workers share what lies
//! nearest to the root.
//!
//! A run may go on forever: a thread counts while it waits, and every round is a new state. So a thread that has come
//! to the same place [`ROUNDS`] times is put off: everything else comes first. After that it gets twice as many rounds.
//! Nothing is left out, and no run keeps the search from the others.

use std::cell::RefCell;

use heddle_verdict::Choice;
use serde::{Deserialize, Serialize};

use super::Order;
use super::pool::{Pool, ROUNDS, Task};
use super::trail::Trail;
use crate::path::Path;

/// The choices still to be taken, all in one vector; `levels` says which belong to which state.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Stack {
    levels: Vec<Level>,
    waiting: Vec<Choice>,
    /// So many states are yet to be visited before any are shared.
    alone: usize,
    /// How often a thread may come to the same place in this part of the search.
    rounds: u32,
    /// The part of the tree of runs that the choice taken last has, until it is handed on to the choices of its state.
    edge: f64,
    /// What was explored since somebody asked.
    explored: f64,
}

#[derive(Clone, Serialize, Deserialize)]
struct Level {
    depth: usize,
    /// Where the choices of this state begin in `waiting`; they end where the next level begins.
    from: usize,
    /// Each choice's part of the tree of runs.
    share: f64,
}

impl Stack {
    /// Nothing to be taken yet. The next states, so many, are shared with nobody. Who begins the search has the whole tree of
    /// runs as its part, others get theirs with what is shared.
    pub fn new(alone: usize, begins: bool) -> Self {
        Self { alone, rounds: ROUNDS, edge: if begins { 1.0 } else { 0.0 }, ..Self::default() }
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
        let Level { depth, from, share } = self.stack.levels.remove(0);
        let to = self.stack.levels[0].from;
        let choices = self.stack.waiting.drain(from..to).collect();
        for level in &mut self.stack.levels {
            level.from -= to - from;
        }
        self.trail.borrow_mut().share();
        let prefix = path.choices()[..depth].to_vec();
        self.pool.give(Task { prefix, choices, rounds: self.stack.rounds, share });
    }
}

impl Order for DepthFirst<'_> {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
        let share = std::mem::take(&mut self.stack.edge) / choices.len().max(1) as f64;
        let is_tired = |choice: &Choice| path.rounds_of(choice.thread) >= self.stack.rounds;
        if choices.iter().any(is_tired) {
            let (later, now): (Vec<Choice>, Vec<Choice>) = choices.iter().rev().copied().partition(is_tired);
            let rounds = self.stack.rounds.saturating_mul(2);
            self.pool.put_off(Task { prefix: path.choices().to_vec(), choices: later, rounds, share });
            // The rest of this state is looked at elsewhere.
            self.trail.borrow_mut().lose();
            if !now.is_empty() {
                self.stack.levels.push(Level { depth: path.depth(), from: self.stack.waiting.len(), share });
                self.stack.waiting.extend(now);
            }
            return;
        }
        self.stack.levels.push(Level { depth: path.depth(), from: self.stack.waiting.len(), share });
        // Taken from the end, so the first choice goes last to be first.
        self.stack.waiting.extend(choices.iter().rev());
        self.stack.alone = self.stack.alone.saturating_sub(1);
        if self.stack.alone == 0 && self.pool.is_hungry() {
            self.share(path);
        }
    }

    fn put_beyond(&mut self, path: &Path<'_>, choices: &[(u32, Choice)]) {
        self.pool.put_beyond(path.choices(), choices);
    }

    fn waiting(&self) -> usize {
        self.stack.waiting.len()
    }

    fn take_explored(&mut self) -> f64 {
        std::mem::take(&mut self.stack.explored)
    }

    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice> {
        // What was not handed on has ended, or led to what is known.
        self.stack.explored += std::mem::take(&mut self.stack.edge);
        loop {
            let Some(level) = self.stack.levels.last() else {
                let task = self.pool.take()?;
                self.stack.rounds = task.rounds;
                path.go_to(&task.prefix);
                self.trail.borrow_mut().begin_below(path.depth());
                self.stack.levels.push(Level { depth: path.depth(), from: 0, share: task.share });
                self.stack.waiting.extend(task.choices);
                continue;
            };
            if self.stack.waiting.len() > level.from {
                path.back_to(level.depth);
                self.stack.edge = level.share;
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
