//! Whether to go on, and how far the search has come. The clock, signals and memory are watched by
//! the command line, which sets [`Watch::stop`]; workers look at it now and then.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use heddle_verdict::{Limit, Seconds, Statistics};

use crate::path::Path;
use crate::store::{Room, Seen};

/// Why a search has to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Reason {
    FirstViolation = 1,
    States,
    Time,
    Memory,
    Interrupted,
    /// A run refuted an assumption, and the round has to be made again without it.
    Refuted,
    /// Visited states could not go on on disk.
    Disk,
}

/// What workers have done, added up.
#[derive(Default)]
pub struct Counts {
    pub states: AtomicU64,
    pub transitions: AtomicU64,
    pub matched: AtomicU64,
    pub ends: AtomicU64,
    pub depth: AtomicU64,
    /// What it cost, in units of [`heddle_machine::Machine::work`].
    pub work: AtomicU64,
}

impl Counts {
    /// All of them, in the order of their declaration.
    pub fn all(&self) -> [u64; 6] {
        let Self { states, transitions, matched, ends, depth, work } = self;
        [states, transitions, matched, ends, depth, work].map(|counter| counter.load(Ordering::Relaxed))
    }

    /// Goes on from counts that [`Self::all`] gave.
    pub fn set_all(&self, counts: [u64; 6]) {
        let Self { states, transitions, matched, ends, depth, work } = self;
        for (counter, count) in [states, transitions, matched, ends, depth, work].into_iter().zip(counts) {
            counter.store(count, Ordering::Relaxed);
        }
    }

    fn clear(&self) {
        let Self { states, transitions, matched, ends, depth, work } = self;
        for counter in [states, transitions, matched, ends, depth, work] {
            counter.store(0, Ordering::Relaxed);
        }
    }

    pub fn statistics(&self) -> Statistics {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Statistics {
            states: read(&self.states),
            transitions: read(&self.transitions),
            matched: read(&self.matched),
            ends: read(&self.ends),
            depth: read(&self.depth),
            ..Statistics::default()
        }
    }
}

/// How far one search of several has come, and how far it may go before others have their turn.
#[derive(Default)]
pub struct Share {
    pub counts: Counts,
    /// Work at which it has to pause; never if 0.
    until: AtomicU64,
    is_paused: AtomicBool,
}

impl Share {
    /// Lets the search go on until it has done so much work since it began.
    pub fn allow(&self, until: u64) {
        self.until.store(until, Ordering::Relaxed);
        self.is_paused.store(false, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_paused(&self) -> bool {
        self.is_paused.load(Ordering::Relaxed)
    }

    pub fn work(&self) -> u64 {
        self.counts.work.load(Ordering::Relaxed)
    }
}

/// Shared by the workers and whoever watches them. The counters lag behind by a few hundred steps.
#[derive(Default)]
pub struct Watch {
    reason: AtomicU8,
    pub max_states: Option<u64>,
    pub max_depth: Option<u64>,
    /// What stores may take.
    pub room: Arc<Room>,
    /// Of the search whose end is the end of all.
    pub counts: Counts,
    /// What other processes have done of it.
    pub elsewhere: Counts,
    /// Of searches beside it.
    pub beside: Counts,
    /// Steps of rounds that were begun again.
    pub discarded: AtomicU64,
    /// Choices that a worker still had to take lately, or walks.
    pub waiting: AtomicU64,
    /// Depth that a worker had lately.
    pub now_at: AtomicU64,
    /// How much of the tree of runs is explored, as the bits of a fraction: each state hands its share to its choices in
    /// equal parts, and what ends or is known gives it back (Kilby, Slaney, Thiébaux, Walsh, AAAI 2006).
    explored: AtomicU64,
    /// The search whose end is the end of all is asked to pause, to be written down.
    pause: AtomicBool,
    /// Instructions of the program that a worker has come to, and those of methods that it has called.
    pub reached: AtomicU64,
    pub called: AtomicU64,
}

impl Watch {
    pub fn new(max_states: Option<u64>, max_depth: Option<u64>) -> Self {
        Self { max_states, max_depth, ..Self::default() }
    }

    pub fn note_waiting(&self, waiting: usize) {
        self.waiting.store(waiting as u64, Ordering::Relaxed);
    }

    /// A worker has explored so much more.
    pub fn note_explored(&self, share: f64) {
        let add = |bits: u64| Some((f64::from_bits(bits) + share).to_bits());
        let _ = self.explored.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    /// How much of the tree of runs is explored; nothing if the order does not tell.
    pub fn explored(&self) -> f64 {
        f64::from_bits(self.explored.load(Ordering::Relaxed))
    }

    /// How much of the tree of runs counts as explored.
    pub fn set_explored(&self, share: f64) {
        self.explored.store(share.to_bits(), Ordering::Relaxed);
    }

    /// Asks a search that can be written down to pause for that.
    pub fn ask_for_pause(&self) {
        self.pause.store(true, Ordering::Relaxed);
    }

    /// Asks all workers to stop; the first reason stays.
    pub fn stop(&self, reason: Reason) {
        let _ = self.reason.compare_exchange(0, reason as u8, Ordering::Relaxed, Ordering::Relaxed);
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.reason.load(Ordering::Relaxed) != 0
    }

    pub fn stopped_by(&self, reason: Reason) -> bool {
        self.reason.load(Ordering::Relaxed) == reason as u8
    }

    /// The reason as a limit. `seconds` and `bytes` are what the user allowed.
    pub fn limit(&self, seconds: Seconds, bytes: u64) -> Option<Limit> {
        Some(match self.reason.load(Ordering::Relaxed) {
            1 => Limit::FirstViolation,
            2 => Limit::States(self.max_states.unwrap_or_default()),
            3 => Limit::Seconds(seconds),
            4 => Limit::Memory(bytes),
            5 => Limit::Interrupted,
            7 => Limit::Disk(self.room.failure().unwrap_or_default().to_owned()),
            _ => return None,
        })
    }

    /// Forgets what was counted, for the next round of an iterative search.
    pub fn begin_round(&self) {
        self.counts.clear();
        self.elsewhere.clear();
        self.explored.store(0, Ordering::Relaxed);
    }

    /// Goes on although a violation was found, which does not count.
    pub fn forget_violation(&self) {
        let _ = self.reason.compare_exchange(Reason::FirstViolation as u8, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Begins a round again from its start.
    pub fn begin_again(&self) {
        let _ = self.reason.compare_exchange(Reason::Refuted as u8, 0, Ordering::Relaxed, Ordering::Relaxed);
        self.discarded.fetch_add(self.counts.transitions.load(Ordering::Relaxed), Ordering::Relaxed);
        self.begin_round();
    }

    /// What was counted so far, by all processes.
    pub fn statistics(&self) -> Statistics {
        let (here, elsewhere) = (self.counts.statistics(), self.elsewhere.statistics());
        Statistics {
            states: here.states + elsewhere.states,
            transitions: here.transitions + elsewhere.transitions,
            matched: here.matched + elsewhere.matched,
            ends: here.ends + elsewhere.ends,
            depth: here.depth.max(elsewhere.depth),
            ..here
        }
    }

    /// Why all workers have to stop, as a number; 0 if they have not.
    pub fn reason(&self) -> u8 {
        self.reason.load(Ordering::Relaxed)
    }

    /// All processes have agreed on why the search is over.
    pub fn settle(&self, reason: u8) {
        self.reason.store(reason, Ordering::Relaxed);
    }

    /// Stops for the reason that another process has stopped for.
    pub fn stop_as(&self, reason: u8) {
        let _ = self.reason.compare_exchange(0, reason, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// One worker's counts since it last told the watch.
pub struct Tally<'w> {
    watch: &'w Watch,
    /// The search that it belongs to, if that is one of several.
    share: Option<&'w Share>,
    /// Whether the search is one beside the search that matters.
    is_beside: bool,
    states: u64,
    transitions: u64,
    matched: u64,
    ends: u64,
    depth: u64,
    work: u64,
    /// What the machine of this worker had done when the tally was last told.
    work_before: u64,
    /// Steps after which the watch is told: fewer where the search is about to reach its limit of states.
    batch: u64,
}

const BATCH: u64 = 256;

/// With so many states left, the watch is told of every step, so that the search ends at its limit.
const NEAR: u64 = 64 * BATCH;

impl<'w> Tally<'w> {
    pub fn new(watch: &'w Watch) -> Self {
        Self {
            watch,
            share: None,
            is_beside: false,
            states: 0,
            transitions: 0,
            matched: 0,
            ends: 0,
            depth: 0,
            work: 0,
            work_before: 0,
            batch: 1,
        }
    }

    /// The counts of a worker of one search of several, which goes on with this path.
    pub fn of(share: &'w Share, is_beside: bool, watch: &'w Watch, path: &Path<'_>) -> Self {
        Self { share: Some(share), is_beside, work_before: path.machine.work(), ..Self::new(watch) }
    }

    /// Whether the next step makes the counts known.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.transitions + 1 >= self.batch
    }

    /// Whether it counts for a search beside the one whose end is the end of all.
    pub fn is_beside(&self) -> bool {
        self.is_beside
    }

    /// Whether the search may go on with a step.
    #[inline]
    pub fn may_go_on(&mut self, path: &Path<'_>) -> bool {
        if self.transitions >= self.batch {
            let work = path.machine.work();
            self.work += work - self.work_before;
            self.work_before = work;
            let (reached, called) = path.machine.coverage();
            self.watch.reached.fetch_max(reached, Ordering::Relaxed);
            self.watch.called.fetch_max(called, Ordering::Relaxed);
            self.publish(path.depth());
        }
        !self.watch.is_stopped() && !self.share.is_some_and(Share::is_paused)
    }

    /// Counts a step about to be taken at `depth`.
    #[inline]
    pub fn count_step(&mut self, depth: usize) {
        self.depth = self.depth.max(depth as u64 + 1);
        self.transitions += 1;
    }

    /// Counts work that no machine counts.
    pub fn count_work(&mut self, work: u64) {
        self.work += work;
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

    fn add_to(&self, counts: &Counts) {
        let adds = [
            (&counts.states, self.states),
            (&counts.transitions, self.transitions),
            (&counts.matched, self.matched),
            (&counts.ends, self.ends),
            (&counts.work, self.work),
        ];
        for (counter, add) in adds {
            counter.fetch_add(add, Ordering::Relaxed);
        }
        counts.depth.fetch_max(self.depth, Ordering::Relaxed);
    }

    /// Adds the counts to those of all workers, and looks whether a limit was reached.
    fn publish(&mut self, depth: usize) {
        let watch = self.watch;
        self.add_to(if self.is_beside { &watch.beside } else { &watch.counts });
        if let Some(share) = self.share {
            self.add_to(&share.counts);
            let until = share.until.load(Ordering::Relaxed);
            let is_asked = !self.is_beside && watch.pause.swap(false, Ordering::Relaxed);
            if is_asked || until > 0 && share.work() >= until {
                share.is_paused.store(true, Ordering::Relaxed);
            }
        }
        (self.states, self.transitions, self.matched, self.ends, self.work) = (0, 0, 0, 0, 0);
        watch.now_at.store(depth as u64, Ordering::Relaxed);
        let states = watch.counts.states.load(Ordering::Relaxed) + watch.elsewhere.states.load(Ordering::Relaxed);
        let left = watch.max_states.map_or(u64::MAX, |limit| limit.saturating_sub(states));
        if left == 0 {
            watch.stop(Reason::States);
        }
        if watch.room.failure().is_some() {
            watch.stop(Reason::Disk);
        }
        self.batch = if left <= NEAR { 1 } else { BATCH };
    }
}

impl Drop for Tally<'_> {
    fn drop(&mut self) {
        self.publish(0);
    }
}
