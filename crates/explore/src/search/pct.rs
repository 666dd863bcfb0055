//! Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): each run gives the threads
//! random priorities and always runs the highest; at `depth - 1` random steps the running thread's
//! priority drops below all others. A bug of that depth in a program with n threads and k steps is
//! found by a run with probability at least 1/(n·k^(depth-1)).
//!
//! k is the longest run so far, so the first run only measures.

use heddle_verdict::Choice;

use super::sample::{Policy, Random, alternative, highest};
use crate::path::Path;

pub struct Pct {
    depth: u32,
    /// By thread; given when a thread is first seen. Higher runs first.
    priorities: Vec<u64>,
    /// Steps at which the running thread is demoted, ascending.
    changes: Vec<usize>,
    demoted: u64,
}

/// Priorities of threads that have not been demoted have this bit.
const FRESH: u64 = 1 << 63;

impl Pct {
    pub fn new(depth: u32) -> Self {
        Self { depth, priorities: Vec::new(), changes: Vec::new(), demoted: 0 }
    }
}

impl Policy for Pct {
    fn begin(&mut self, random: &mut Random, longest: usize) {
        self.priorities.clear();
        self.demoted = u64::from(self.depth);
        self.changes.clear();
        self.changes.extend((1..self.depth).map(|_| random.below(longest)));
        self.changes.sort_unstable();
    }

    fn pick(&mut self, path: &mut Path<'_>, choices: &[Choice], random: &mut Random) -> Choice {
        let best = highest(choices, |choice| {
            while self.priorities.len() <= choice.thread.index() {
                self.priorities.push(random.word() | FRESH);
            }
            self.priorities[choice.thread.index()]
        });
        if self.changes.first().is_some_and(|&change| change <= path.depth()) {
            self.changes.remove(0);
            self.demoted -= 1;
            self.priorities[best.thread.index()] = self.demoted;
        }
        alternative(choices, best, random)
    }
}
