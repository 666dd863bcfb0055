//! States that several workers have entered and not yet shown to lead to an end, shared so that the workers know
//! together what one worker alone reads off its trail (`trail.rs`).
//!
//! A worker that meets a state which nobody lists here may take it to lead to an end: whoever entered it
//! has left it and knows. States left in doubt stay listed; they are decided when all is done.
//! By induction over the time at which states cease to be listed, none ceases to be wrongly.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard};

use rustc_hash::{FxHashMap, FxHashSet};

/// Shared by the workers of a search.
pub struct Open {
    workers: Box<[Worker]>,
    /// Somebody has given up, so nothing can be learnt.
    lost: AtomicBool,
    doubts: Mutex<Vec<Doubt>>,
}

/// In a cache line of its own, for it is written at every step.
#[repr(align(128))]
#[derive(Default)]
struct Worker {
    /// The state that the worker is about to enter, unless it is known: it is in the store before it is
    /// in the list.
    entering: AtomicU64,
    listed: Mutex<FxHashSet<u64>>,
}

/// A state that was left in doubt, with states that it leads to in one step.
pub struct Doubt {
    pub state: u64,
    pub leads_to: Vec<u64>,
}

impl Open {
    pub fn new(workers: usize) -> Self {
        let workers = (0..workers).map(|_| Worker::default()).collect();
        Self { workers, lost: AtomicBool::new(false), doubts: Mutex::default() }
    }

    /// A worker is about to look a state up.
    #[inline]
    pub fn approach(&self, worker: usize, state: u64) {
        self.workers[worker].entering.store(state, Ordering::Release);
    }

    /// Lists a new state; whether it was not listed yet, as it should be.
    #[inline]
    pub fn enter(&self, worker: usize, state: u64) -> bool {
        lock(&self.workers[worker].listed).insert(state)
    }

    /// A state that the worker listed leads to an end.
    #[inline]
    pub fn leave(&self, worker: usize, state: u64) {
        lock(&self.workers[worker].listed).remove(&state);
    }

    pub fn leave_in_doubt(&self, doubt: Doubt) {
        lock(&self.doubts).push(doubt);
    }

    /// Whether a state that `asking` has found to be known may not lead to an end, for all that is known
    /// so far.
    pub fn is_listed(&self, asking: usize, state: u64) -> bool {
        self.workers.iter().enumerate().any(|(number, worker)| {
            // In this order: whoever is no longer about to enter a state has listed it before.
            let is_entering = number != asking && worker.entering.load(Ordering::Acquire) == state;
            is_entering || lock(&worker.listed).contains(&state)
        })
    }

    pub fn lose(&self) {
        self.lost.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// When all workers have left all states: whether every state leads to an end.
    pub fn leads_to_ends(&self) -> bool {
        if self.is_lost() {
            return false;
        }
        let mut doubted: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
        for Doubt { state, leads_to } in lock(&self.doubts).drain(..) {
            doubted.entry(state).or_default().extend(leads_to);
        }
        loop {
            let before = doubted.len();
            let certain: Vec<u64> = (doubted.iter())
                .filter(|(_, leads_to)| leads_to.iter().any(|next| !doubted.contains_key(next)))
                .map(|(&state, _)| state)
                .collect();
            certain.iter().for_each(|state| drop(doubted.remove(state)));
            if doubted.is_empty() || doubted.len() == before {
                return doubted.is_empty();
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no panic while holding the lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_state_is_listed_until_it_is_shown_to_lead_to_an_end() {
        let open = Open::new(2);
        open.approach(0, 7);
        assert!(open.is_listed(1, 7));
        assert!(open.enter(0, 7));
        open.approach(0, 8);
        assert!(open.is_listed(1, 7));
        open.leave(0, 7);
        assert!(!open.is_listed(1, 7));
    }

    #[test]
    fn doubts_that_lead_to_each_other_only_stay_doubts() {
        for way_out in [false, true] {
            let open = Open::new(2);
            open.leave_in_doubt(Doubt { state: 1, leads_to: vec![2] });
            open.leave_in_doubt(Doubt { state: 2, leads_to: if way_out { vec![1, 9] } else { vec![1] } });
            assert_eq!(open.leads_to_ends(), way_out);
        }
    }
}
