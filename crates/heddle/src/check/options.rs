//! What a check is asked to do, and the settings of the search that follow from it.

use heddle_explore::{Beside, Bound, OrderKind, Settings, Severity, StoreKind};
use heddle_verdict::{AcceptedRace, Granularity, Platform, PrintedText, ReductionSet, Semantics};

use super::checkpoint::Checkpoints;
use super::spread::Spread;
use super::weak::CheckedModel;
use crate::{Error, Limits, Note, Spill, Supervision};

/// Steps of a random walk, if the user sets no other limit: walks must end.
const WALK_STEPS: u64 = 20_000;

/// Everything that the user may decide about a check.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// How the machine behaves where Java leaves it open, the platform, the reductions, the temporal property.
    /// What follows from the other options is set by the check.
    pub semantics: Semantics,
    /// The order in which states are visited.
    pub order: OrderKind,
    /// How much switching between threads a run may do.
    pub bound: Bound,
    /// How visited states are remembered.
    pub store: StoreKind,
    /// What a data race counts as.
    pub races: Severity,
    /// The memory model that the program is executed under.
    pub memory_model: CheckedModel,
    /// Data races that are no violations; the report lists those that were met.
    pub accepted_races: Vec<AcceptedRace>,
    /// Look for cycles in which no thread gets anywhere.
    pub livelock: bool,
    /// Go on after the first violation and collect all that differ.
    pub all: bool,
    /// Collect the distinct final outputs.
    pub outcomes: bool,
    /// Compare every state with what the analysis says of the program.
    pub audit: bool,
    /// Workers; if none is given, one per core, or one if outcomes are collected.
    pub jobs: Option<usize>,
    /// Stop after so many states.
    pub max_states: Option<u64>,
    /// Cut runs after so many steps.
    pub max_depth: Option<u64>,
    /// How much time and memory the search may take.
    pub limits: Limits,
    /// Where visited states go that there is no memory for.
    pub spill: Spill,
    /// Look for a run with the fewest switches for each violation.
    pub shorten: bool,
    /// Find out which events lead to the first violation.
    pub explain: bool,
    /// Record which lines threads come to.
    pub coverage: bool,
    /// Somebody watches: progress says how much of the program's code threads have come to.
    pub live: bool,
    /// Write checkpoints, and perhaps go on from one.
    pub checkpoints: Option<Checkpoints>,
    /// Search together with other processes.
    pub spread: Option<Spread>,
}

impl Default for CheckOptions {
    fn default() -> Self {
        let settings = Settings::default();
        Self {
            semantics: Semantics { reductions: ReductionSet::ALL, ..Semantics::default() },
            order: settings.order,
            bound: settings.bound,
            store: settings.store,
            races: settings.races,
            memory_model: CheckedModel::default(),
            accepted_races: Vec::new(),
            livelock: false,
            all: false,
            outcomes: false,
            audit: false,
            jobs: None,
            max_states: None,
            max_depth: None,
            limits: Limits::default(),
            spill: Spill::default(),
            shorten: true,
            explain: false,
            coverage: false,
            live: false,
            checkpoints: None,
            spread: None,
        }
    }
}

impl CheckOptions {
    /// The settings of the search; its temporal property has yet to be resolved. The error says what does not go together.
    pub(super) fn settings(&self) -> Result<Settings, Error> {
        let is_temporal = self.semantics.temporal.is_some();
        let restricted = self.semantics.platform.as_ref().is_some_and(Platform::is_restrictive);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let mut semantics = self.semantics.clone();
        if self.outcomes {
            semantics.printed_text = PrintedText::PartOfState;
        }
        if self.livelock && !restricted && semantics.granularity == Granularity::Visible {
            semantics.granularity = Granularity::VisibleAndAcquired;
        }
        if restricted {
            // On a platform only the block rule is sound, never single instructions.
            semantics.reductions = ReductionSet::NONE;
        }
        let settings = Settings {
            semantics,
            order: self.order,
            bound: self.bound,
            store: self.store,
            races: if is_temporal { Severity::Off } else { self.races },
            accepted_races: self.accepted_races.clone(),
            temporal: None,
            livelock: self.livelock,
            all: self.all || self.outcomes,
            audit: self.audit,
            outcomes: self.outcomes,
            // The other orders have one worker. So have outcomes, unless told otherwise: which run stands
            // for an outcome must not depend on which worker came first.
            jobs: match self.order {
                _ if is_temporal => 1,
                OrderKind::DepthFirst => self.jobs.unwrap_or(if self.outcomes { 1 } else { cores }).max(1),
                _ => 1,
            },
            // An audit is about what workers share too, and most programs it is used on are small.
            alone: if self.audit { 0 } else { Settings::default().alone },
            max_states: self.max_states,
            max_depth: self.max_depth.or(self.walks().map(|_| WALK_STEPS)),
            beside: Beside::IfLarge,
        };
        match settings.against_dpor().filter(|_| self.order == OrderKind::Dpor) {
            Some((option, why)) => Err(Error::Usage(format!("--search dpor does not go with {option}: {why}"))),
            None if self.order == OrderKind::Dpor => Ok(settings.by_dpor()),
            None => Ok(settings),
        }
    }

    /// The settings of a search that is written down; the error says what does not go with that.
    pub(super) fn fit_checkpoints(&self, settings: Settings) -> Result<Settings, Error> {
        let refused = [
            (self.coverage, "--report with coverage", "what was covered is not written down"),
            (
                self.memory_model != CheckedModel::default(),
                "--memory-model",
                "only the search of interleavings is written down",
            ),
            (
                self.jobs.is_some_and(|jobs| jobs > 1),
                "--jobs",
                "two workers load classes in an order that nobody can repeat",
            ),
        ];
        let refused = refused.iter().find(|(given, ..)| *given).map(|&(_, option, why)| (option, why));
        match settings.against_checkpoints().or(refused) {
            Some((option, why)) => Err(Error::Usage(format!("--checkpoint does not go with {option}: {why}"))),
            None => Ok(settings.kept()),
        }
    }

    /// The settings of a search on several processes; the error says what does not go with that.
    pub(super) fn fit_spread(&self, settings: Settings) -> Result<Settings, Error> {
        let refused = [
            (self.coverage, "--report with coverage", "what was covered does not travel"),
            (self.checkpoints.is_some(), "--checkpoint", "what is written down is the search of one process"),
            (
                self.memory_model != CheckedModel::default(),
                "--memory-model",
                "only interleavings are searched by several processes",
            ),
            (self.jobs.is_some_and(|jobs| jobs > 1), "--jobs", "each process has one worker; start more processes"),
        ];
        let refused = refused.iter().find(|(given, ..)| *given).map(|&(_, option, why)| (option, why));
        match settings.against_spreading().or(refused) {
            Some((option, why)) => Err(Error::Usage(format!("several processes do not go with {option}: {why}"))),
            None => Ok(settings.spread()),
        }
    }

    /// Runs of a search that samples.
    pub(super) fn walks(&self) -> Option<u64> {
        self.order.walks()
    }

    /// Runs that violate a formula are searched for in one way only; the error says why something asked for
    /// has no meaning there.
    pub(super) fn fit_temporal(&self, supervision: &Supervision<'_>) -> Result<(), Error> {
        let refused = [
            (self.order != OrderKind::DepthFirst, "--search", "infinite runs are searched depth first"),
            (
                matches!(self.bound, Bound::Contexts(_)),
                "--contexts",
                "infinite runs have no last context; --max-depth bounds the search",
            ),
            (
                matches!(self.bound, Bound::Preemptions(_)),
                "--preemptions",
                "infinite runs are not bounded by context switches; --max-depth bounds the search",
            ),
            (
                matches!(self.bound, Bound::Delays(_)),
                "--delays",
                "infinite runs are not bounded by delays; --max-depth bounds the search",
            ),
            (
                self.semantics.platform.is_some(),
                "--platform",
                "how a platform schedules infinite runs is not specified; check the formula without it",
            ),
            (
                self.outcomes,
                "--outcomes",
                "a formula is about runs, not about outputs; ask for them in a run of its own",
            ),
            (self.livelock, "--livelock", "livelocks are a property of their own; look for them in a run of its own"),
            (
                self.explain,
                "--explain",
                "an explanation begins at a failing step, which a violated formula has not; the report shows the \
                 whole run",
            ),
        ];
        if let Some((_, option, why)) = refused.iter().find(|(given, ..)| *given) {
            return Err(Error::Usage(format!("--ltl does not go with {option}: {why}")));
        }
        if self.jobs.is_some_and(|jobs| jobs > 1) {
            supervision.observer.note(&Note::OneWorker);
        }
        Ok(())
    }
}
