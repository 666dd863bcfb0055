//! Depth-first order: the machine steps back, never forward again. Workers share what lies
//! nearest to the root.

use std::cell::RefCell;

use heddle_verdict::Choice;

use super::Order;
use super::pool::Pool;
use super::trail::Trail;
use crate::path::Path;

/// The choices still to be taken, all in one vector; `levels` says which belong to which state.
pub struct DepthFirst<'s, 'o> {
    levels: Vec<Level>,
    waiting: Vec<Choice>,
    pool: &'s Pool,
    /// Has to know when the worker goes on somewhere else.
    trail: &'s RefCell<Trail<'o>>,
    /// So many states are yet to be visited before any are shared.
    alone: usize,
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
        Self { levels: Vec::new(), waiting: Vec::new(), pool, trail, alone: 0 }
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
        self.pool.give(path.choices()[..depth].to_vec(), choices);
    }
}

impl Order for DepthFirst<'_, '_> {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
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
