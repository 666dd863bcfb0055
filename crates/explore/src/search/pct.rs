//! Probabilistic concurrency testing (Burckhardt et al., ASPLOS 2010): each run gives the threads
//! random priorities and always runs the highest; at `depth - 1` random steps the running thread's
//! priority drops below all others. A bug of that depth in a program with n threads and k steps is
//! found by a run with probability at least 1/(n·k^(depth-1)).
//!
//! k is the longest run so far, so the first run only measures.

use heddle_verdict::Choice;

use super::Order;
use super::random::Random;
use crate::path::Path;

pub struct Pct {
    random: Random,
    left: u64,
    depth: u32,
    here: Vec<Choice>,
    first: Vec<Choice>,
    /// By thread; given when a thread is first seen. Higher runs first.
    priorities: Vec<u64>,
    /// Steps at which the running thread is demoted, ascending.
    changes: Vec<usize>,
    demoted: u64,
    longest: usize,
}

/// Priorities of threads that have not been demoted have this bit.
const FRESH: u64 = 1 << 63;

impl Pct {
    pub fn new(seed: u64, walks: u64, depth: u32) -> Self {
        Self {
            random: Random::new(seed),
            left: walks,
            depth,
            here: Vec::new(),
            first: Vec::new(),
            priorities: Vec::new(),
            changes: Vec::new(),
            demoted: 0,
            longest: 1,
        }
    }

    fn begin_run(&mut self) {
        self.priorities.clear();
        self.demoted = u64::from(self.depth);
        self.changes.clear();
        for _ in 1..self.depth {
            let change = self.random.below(self.longest);
            self.changes.push(change);
        }
        self.changes.sort_unstable();
    }

    fn priority(&mut self, choice: Choice) -> u64 {
        while self.priorities.len() <= choice.thread.index() {
            self.priorities.push(self.random.word() | FRESH);
        }
        self.priorities[choice.thread.index()]
    }

    fn pick(&mut self, step: usize) -> Choice {
        let here = std::mem::take(&mut self.here);
        let mut best = here[0];
        for &choice in &here {
            if self.priority(choice) > self.priority(best) {
                best = choice;
            }
        }
        if self.changes.first().is_some_and(|&change| change <= step) {
            self.changes.remove(0);
            self.demoted -= 1;
            self.priorities[best.thread.index()] = self.demoted;
        }
        let alternatives: Vec<Choice> = here.iter().copied().filter(|c| c.thread == best.thread).collect();
        self.here = here;
        self.here.clear();
        alternatives[self.random.below(alternatives.len())]
    }
}

impl Order for Pct {
    fn add(&mut self, path: &Path<'_>, choices: &[Choice]) {
        self.longest = self.longest.max(path.depth());
        if path.depth() == 0 {
            self.first = choices.to_vec();
        } else {
            self.here.extend_from_slice(choices);
        }
    }

    fn next(&mut self, path: &mut Path<'_>) -> Option<Choice> {
        if self.here.is_empty() {
            self.left = self.left.checked_sub(1)?;
            path.back_to(0);
            self.begin_run();
            self.here.extend_from_slice(&self.first);
        }
        Some(self.pick(path.depth()))
    }

    /// Runs that are left.
    fn waiting(&self) -> usize {
        self.left as usize
    }

    fn revisits(&self) -> bool {
        true
    }
}
