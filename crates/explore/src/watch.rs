//! Whether to go on, and how far the search has come. The clock, signals and memory are watched by
//! the command line, which sets [`Watch::stop`]; workers look at it now and then.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use heddle_verdict::{Limit, Statistics};

use crate::store::Seen;

/// Why a search has to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Reason {
    FirstViolation = 1,
    States,
    Time,
    Memory,
    Interrupted,
    /// A round of several has taken its share of steps; the next one may begin.
    Pause,
    /// A run refuted an assumption, and the round has to be made again without it.
    Refuted,
}

/// Shared by the workers and whoever watches them. The counters lag behind by a few hundred steps.
#[derive(Default)]
pub struct Watch {
    reason: AtomicU8,
    /// Steps after which the current round ends; none if 0.
    pause: AtomicU64,
    pub max_states: Option<u64>,
    pub max_depth: Option<u64>,
    pub states: AtomicU64,
    pub transitions: AtomicU64,
    pub matched: AtomicU64,
    pub ends: AtomicU64,
    pub depth: AtomicU64,
    /// Choices that a worker still had to take lately, or walks.
    pub waiting: AtomicU64,
    /// Depth that a worker had lately.
    pub now_at: AtomicU64,
}

impl Watch {
    pub fn new(max_states: Option<u64>, max_depth: Option<u64>) -> Self {
        Self { max_states, max_depth, ..Self::default() }
    }

    pub fn note_waiting(&self, waiting: usize) {
        self.waiting.store(waiting as u64, Ordering::Relaxed);
    }

    /// Asks all workers to stop; the first reason stays.
    pub fn stop(&self, reason: Reason) {
        let _ = self.reason.compare_exchange(0, reason as u8, Ordering::Relaxed, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.reason.load(Ordering::Relaxed) != 0
    }

    /// Whether the current round has taken its share of steps.
    pub fn is_paused(&self) -> bool {
        self.stopped_by(Reason::Pause)
    }

    pub fn stopped_by(&self, reason: Reason) -> bool {
        self.reason.load(Ordering::Relaxed) == reason as u8
    }

    /// The reason as a limit. `seconds` and `bytes` are what the user allowed.
    pub fn limit(&self, seconds: u64, bytes: u64) -> Option<Limit> {
        Some(match self.reason.load(Ordering::Relaxed) {
            1 => Limit::FirstViolation,
            2 => Limit::States(self.max_states.unwrap_or_default()),
            3 => Limit::Seconds(seconds),
            4 => Limit::Memory(bytes),
            5 => Limit::Interrupted,
            _ => return None,
        })
    }

    /// Forgets what was counted, for the next round of an iterative search, which ends after so many
    /// steps.
    pub fn begin_round(&self, steps: Option<u64>) {
        let _ = self.reason.compare_exchange(Reason::Pause as u8, 0, Ordering::Relaxed, Ordering::Relaxed);
        self.pause.store(steps.unwrap_or_default(), Ordering::Relaxed);
        for counter in [&self.states, &self.transitions, &self.matched, &self.ends, &self.depth] {
            counter.store(0, Ordering::Relaxed);
        }
    }

    /// Goes on although a violation was found, which does not count.
    pub fn forget_violation(&self) {
        let _ = self.reason.compare_exchange(Reason::FirstViolation as u8, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Begins a round again from its start.
    pub fn begin_again(&self) {
        let _ = self.reason.compare_exchange(Reason::Refuted as u8, 0, Ordering::Relaxed, Ordering::Relaxed);
        self.begin_round(Some(self.pause.load(Ordering::Relaxed)));
    }

    pub fn statistics(&self) -> Statistics {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Statistics {
            states: read(&self.states),
            transitions: read(&self.transitions),
            matched: read(&self.matched),
            ends: read(&self.ends),
            depth: read(&self.depth),
            threads: 0,
            walks: 0,
            store_bytes: 0,
        }
    }
}

/// One worker's counts since it last told the watch.
pub struct Tally<'w> {
    watch: &'w Watch,
    states: u64,
    transitions: u64,
    matched: u64,
    ends: u64,
    depth: u64,
    /// Steps after which the watch is told: fewer where the search is about to reach its limit of states.
    batch: u64,
}

const BATCH: u64 = 256;

/// With so many states left, the watch is told of every step, so that the search ends at its limit.
const NEAR: u64 = 64 * BATCH;

impl<'w> Tally<'w> {
    pub fn new(watch: &'w Watch) -> Self {
        Self { watch, states: 0, transitions: 0, matched: 0, ends: 0, depth: 0, batch: 1 }
    }

    /// Whether the next step makes the counts known.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.transitions == self.batch
    }

    /// Counts a step about to be taken at `depth`; whether the search may go on.
    #[inline]
    pub fn count_step(&mut self, depth: usize) -> bool {
        self.depth = self.depth.max(depth as u64 + 1);
        if self.transitions >= self.batch {
            self.publish(depth);
        }
        if self.watch.is_stopped() {
            return false;
        }
        self.transitions += 1;
        true
    }

    #[inline]
    pub fn count_state(&mut self, seen: Seen) {
        match seen {
            Seen::New => self.states += 1,
            Seen::Cheaper => {}
            Seen::Known => self.matched += 1,
        }
    }

    pub fn count_end(&mut self, seen: Seen) {
        self.ends += u64::from(seen == Seen::New);
    }

    /// Adds the counts to those of all workers, and looks whether a limit was reached.
    fn publish(&mut self, depth: usize) {
        let watch = self.watch;
        let states = watch.states.fetch_add(self.states, Ordering::Relaxed) + self.states;
        let transitions = watch.transitions.fetch_add(self.transitions, Ordering::Relaxed) + self.transitions;
        watch.matched.fetch_add(self.matched, Ordering::Relaxed);
        watch.ends.fetch_add(self.ends, Ordering::Relaxed);
        watch.depth.fetch_max(self.depth, Ordering::Relaxed);
        watch.now_at.store(depth as u64, Ordering::Relaxed);
        (self.states, self.transitions, self.matched, self.ends) = (0, 0, 0, 0);
        let left = watch.max_states.map_or(u64::MAX, |limit| limit.saturating_sub(states));
        if left == 0 {
            watch.stop(Reason::States);
        }
        self.batch = if left <= NEAR { 1 } else { BATCH };
        let pause = watch.pause.load(Ordering::Relaxed);
        if pause > 0 && transitions >= pause {
            watch.stop(Reason::Pause);
        }
    }
}

impl Drop for Tally<'_> {
    fn drop(&mut self) {
        self.publish(0);
    }
}
