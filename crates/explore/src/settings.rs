//! What to explore, how far, and what to look for.

use std::sync::Arc;

use heddle_verdict::{AcceptedRace, Granularity, Monitors, ReductionKind, Semantics};

use crate::temporal::Temporal;

/// Steps of a run that dynamic partial-order reduction follows, if the user sets no other limit: it does not notice when a run
/// comes back to a state.
const DPOR_STEPS: u64 = 10_000;

/// Everything that the user may decide about a search.
#[derive(Clone, Debug)]
pub struct Settings {
    pub semantics: Semantics,
    pub order: OrderKind,
    pub bound: Bound,
    pub store: StoreKind,
    pub races: Severity,
    /// Data races that do not count.
    pub accepted_races: Vec<AcceptedRace>,
    /// Look for runs that violate this, and for nothing else.
    pub temporal: Option<Arc<Temporal>>,
    /// Look for cycles in which no thread gets anywhere.
    pub livelock: bool,
    /// Go on after the first violation and collect all that differ.
    pub all: bool,
    /// Compare every state with what the analysis says of the program.
    pub audit: bool,
    /// Collect the distinct final outputs.
    pub outcomes: bool,
    pub jobs: usize,
    /// States that one worker visits before others join in: a small program is done by then, and work
    /// that is handed over costs time.
    pub alone: usize,
    pub max_states: Option<u64>,
    pub max_depth: Option<u64>,
    pub beside: Beside,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            semantics: Semantics::default(),
            order: OrderKind::DepthFirst,
            bound: Bound::None,
            store: StoreKind::Fingerprints,
            races: Severity::Error,
            accepted_races: Vec::new(),
            temporal: None,
            livelock: false,
            all: false,
            audit: false,
            outcomes: false,
            jobs: 1,
            alone: 20_000,
            max_states: None,
            max_depth: None,
            beside: Beside::IfLarge,
        }
    }
}

impl Settings {
    /// The same by dynamic partial-order reduction. Where steps end must not depend on steps that they are independent of, so
    /// what was shared stays shared; and `queues` withholds choices, which it does not allow for.
    pub fn by_dpor(mut self) -> Self {
        let semantics = &mut self.semantics;
        semantics.granularity = Granularity::Escaped;
        semantics.reductions = semantics.reductions.iter().filter(|&kind| kind != ReductionKind::Queues).collect();
        let max_depth = self.max_depth.or(Some(DPOR_STEPS));
        Self { order: OrderKind::Dpor, jobs: 1, max_depth, ..self }
    }

    /// What dynamic partial-order reduction does not go with, and why; `None` if it can do what is asked for.
    pub fn against_dpor(&self) -> Option<(&'static str, &'static str)> {
        let semantics = &self.semantics;
        let refused = [
            (self.bound != Bound::None, "a bound on switching", "runs are told apart by conflicts, not by switches"),
            (self.livelock, "--livelock", "cycles are found by comparing states, which it does not"),
            (self.store == StoreKind::Exact, "--exact", "it keeps no states"),
            (self.audit, "--audit", "an audit compares states"),
            (semantics.platform.is_some(), "--platform", "which threads may run depends on all others there"),
            (
                semantics.monitors == Monitors::Fifo,
                "--monitors fifo",
                "queues make the order of waiting threads matter",
            ),
            (semantics.granularity.is_single(), "--reduce none", "it needs steps; --reduce local has the shortest"),
        ];
        refused.iter().find(|(given, ..)| *given).map(|&(_, option, why)| (option, why))
    }
}

/// When other searches for violations take turns with the search of the whole state space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Beside {
    /// When that turns out to be large, if the settings ask for one violation of any run.
    IfLarge,
    /// After that much work, whatever the settings ask for.
    After(u64),
    Never,
}

/// In which order states are visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderKind {
    DepthFirst,
    BreadthFirst,
    /// Every class of runs that differ in the order of independent steps, once; states are not remembered.
    Dpor,
    /// So many runs, with random numbers from a seed.
    Sample {
        by: Sampling,
        seed: u64,
        walks: u64,
    },
}

/// How runs are sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sampling {
    /// Every choice is as likely as the others.
    Uniform,
    /// Probabilistic concurrency testing for bugs of that depth.
    Pct { depth: u32 },
    /// Partial-order sampling.
    PartialOrder,
}

impl OrderKind {
    /// Runs of a search that samples.
    pub fn walks(self) -> Option<u64> {
        match self {
            Self::Sample { walks, .. } => Some(walks),
            Self::DepthFirst | Self::BreadthFirst | Self::Dpor => None,
        }
    }
}

/// How much switching between threads a run may do. Time that passes before a thread reads a clock costs one too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    None,
    /// At most so many stretches of steps of one thread.
    Contexts(u32),
    /// At most so many switches away from a thread that could have gone on.
    Preemptions(u32),
    /// At most so many times that a thread is passed over whose turn it is: a thread goes on until it cannot, and then it
    /// is the next one's turn (Emmi, Qadeer, Rakamarić, Delay-bounded scheduling, POPL 2011).
    Delays(u32),
}

const MOST_COST: u32 = 200;

impl Bound {
    /// What a run may cost, in terms of the bound.
    pub fn most(self) -> u32 {
        match self {
            Self::None => u32::MAX,
            Self::Contexts(contexts) => contexts.saturating_sub(1),
            Self::Preemptions(most) | Self::Delays(most) => most,
        }
    }

    /// The next greater bound; stores keep costs in eight bits.
    pub fn next(self) -> Option<Self> {
        let next = match self {
            Self::None => return None,
            Self::Contexts(contexts) => Self::Contexts(contexts + 1),
            Self::Preemptions(most) => Self::Preemptions(most + 1),
            Self::Delays(most) => Self::Delays(most + 1),
        };
        (next.most() <= MOST_COST).then_some(next)
    }

    /// The bounds from the smallest up to this one.
    pub fn up_to(self) -> Vec<Self> {
        match self {
            Self::None => vec![Self::None],
            Self::Contexts(most) => (1..=most.max(1)).map(Self::Contexts).collect(),
            Self::Preemptions(most) => (0..=most).map(Self::Preemptions).collect(),
            Self::Delays(most) => (0..=most).map(Self::Delays).collect(),
        }
    }
}

/// How visited states are remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoreKind {
    Fingerprints,
    Exact,
}

/// What a finding counts as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    Error,
    Warning,
    Off,
}
