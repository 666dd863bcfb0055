//! From settings to a search: which order, which store, how many workers, how many rounds.

use std::collections::BTreeSet;

use heddle_machine::Machine;
use heddle_verdict::{Engine, Limit, SearchAssumption, SpuriousWakeups, Statistics, Tried};

use crate::findings::{Collected, Findings};
use crate::path::Path;
use crate::portfolio;
use crate::refine::{Assuming, Refinement};
use crate::search::fair::{Sought, find_endless};
use crate::search::resumable::Search;
use crate::search::trail::MOST;
use crate::settings::{Bound, OrderKind, Settings, StoreKind};
use crate::temporal::{Temporal, find_violation};
use crate::watch::Watch;

/// What a search found, and its figures.
pub struct Explored {
    pub collected: Collected,
    pub statistics: Statistics,
    /// Bits of a fingerprint; `None` if states were compared whole.
    pub bits: Option<u32>,
    /// Partial deadlocks were searched for.
    pub partial_deadlocks_sought: bool,
    /// There are states that no run leads to an end from, as far as that was looked for.
    pub traps: bool,
    /// If the search was cut short: what was tried beside it.
    pub tried: Vec<Tried>,
    /// The assumptions that the search had to give up: schedules only fit where that is known.
    pub refuted: BTreeSet<SearchAssumption>,
}

impl Explored {
    /// Of a search that is gone on with.
    pub fn nothing() -> Self {
        Self {
            collected: Collected::default(),
            statistics: Statistics::default(),
            bits: None,
            partial_deadlocks_sought: false,
            traps: false,
            tried: Vec::new(),
            refuted: BTreeSet::new(),
        }
    }
}

/// Up to so many states the graph is searched for partial deadlocks by default.
pub(crate) const SMALL: u64 = MOST as u64;

/// Explores from the initial state, with one worker per machine. The machines must have been booted
/// alike, with shared names, and stand before the first step.
pub fn explore<'p>(machines: Vec<Machine<'p>>, settings: &Settings, watch: &Watch) -> (Explored, Vec<Path<'p>>) {
    explore_with(machines, settings, watch, &mut || None)
}

/// The same. If the program turns out not to be small and the settings allow for it, `second` is asked for a machine that
/// dynamic partial-order reduction tries the same on ([`Settings::by_dpor`]). If that gives the answer ([`Statistics::engine`]), its path is the
/// last one.
pub fn explore_with<'p>(
    machines: Vec<Machine<'p>>,
    settings: &Settings,
    watch: &Watch,
    second: &mut dyn FnMut() -> Option<Machine<'p>>,
) -> (Explored, Vec<Path<'p>>) {
    let mut paths: Vec<Path<'p>> = machines
        .into_iter()
        .map(|machine| Path::on(settings.semantics.platform.as_ref(), machine, settings.bound))
        .collect();
    let explored = explore_on(&mut paths, settings, watch, second);
    (explored, paths)
}

/// The same on paths, one per worker: from where their runs begin ([`Path::begin_with`]), by a depth-first search.
pub fn explore_on<'p>(
    paths: &mut Vec<Path<'p>>,
    settings: &Settings,
    watch: &Watch,
    second: &mut dyn FnMut() -> Option<Machine<'p>>,
) -> Explored {
    let mut refinement = Refinement::without(&settings.semantics.refuted);
    if let Some(temporal) = &settings.temporal {
        return refinement
            .until_confirmed(paths, watch, |paths, _| of_temporal(&mut paths[0], temporal, settings, watch));
    }
    if let Some(first) = portfolio::first_turn(settings) {
        watch.begin_round();
        let mut make = || second().map(|machine| Path::new(machine, Bound::None));
        let mut is_large = false;
        return refinement.until_confirmed(paths, watch, |paths, refuted| {
            let mut second = || {
                let mut path = make()?;
                path.refine(refuted);
                Some(path)
            };
            portfolio::portfolio(paths, settings, first, &mut is_large, &mut second, watch)
        });
    }
    watch.begin_round();
    refinement.until_confirmed(paths, watch, |paths, _| bounded(paths, settings, watch))
}

/// Searches within bounds that grow step by step, so that the first violation found needs the fewest switches.
fn bounded(paths: &mut [Path<'_>], settings: &Settings, watch: &Watch) -> Explored {
    let mut bounds = settings.bound.up_to().into_iter();
    let first = bounds.next().unwrap_or(settings.bound);
    let mut search = Search::new(Settings { bound: first, ..settings.clone() }, paths.len(), watch);
    search.go_on(paths, None);
    for bound in bounds {
        if !search.is_pruned() || watch.is_stopped() {
            break;
        }
        search.raise(bound);
        search.go_on(paths, None);
    }
    let limit = match search.settings.bound {
        Bound::Contexts(contexts) => Some(Limit::Contexts(contexts)),
        Bound::Preemptions(preemptions) => Some(Limit::Preemptions(preemptions)),
        Bound::Delays(delays) => Some(Limit::Delays(delays)),
        Bound::None => None,
    };
    let limit = limit.filter(|_| search.is_pruned() && search.settings.bound == settings.bound);
    let mut explored = conclude(search, paths, watch);
    explored.collected.limits.extend(limit);
    explored
}

/// Looks for a run that violates a formula; with one worker, for a search of components is sequential.
fn of_temporal(path: &mut Path<'_>, temporal: &Temporal, settings: &Settings, watch: &Watch) -> Explored {
    let findings = Findings::new(settings, watch);
    let store_bytes = find_violation(path, temporal, settings.store, &findings, watch);
    let statistics = Statistics { store_bytes, ..watch.statistics() };
    let bits = match settings.store {
        StoreKind::Fingerprints => Some(128),
        StoreKind::Exact => None,
    };
    Explored {
        collected: findings.collect(),
        statistics,
        bits,
        partial_deadlocks_sought: true,
        traps: false,
        tried: Vec::new(),
        refuted: BTreeSet::new(),
    }
}

/// What a search has found, whether it is over or was stopped, and what it leaves open about runs that do not end.
pub(crate) fn conclude(mut search: Search<'_>, paths: &mut [Path<'_>], watch: &Watch) -> Explored {
    let trails = search.trail_facts();
    let (runs, abandoned) = search.runs();
    let engine = if search.settings.order == OrderKind::Dpor { Engine::Dpor } else { Engine::States };
    let statistics = Statistics { engine, runs, abandoned, ..search.share.counts.statistics() };
    let Search { settings, store, findings, .. } = search;
    // Keeping the graph of a large state space costs too much to be done unasked.
    let exhaustive = matches!(settings.order, OrderKind::DepthFirst | OrderKind::BreadthFirst);
    let small = exhaustive && settings.bound == Bound::None && statistics.states <= SMALL && findings.is_complete();
    let sought = if settings.livelock { Some(Sought::Livelocks) } else { small.then_some(Sought::PartialDeadlocks) };
    let sought = sought.filter(|_| paths.iter().all(|path| path.refuted().is_empty()));
    let excluded = settings.bound == Bound::None
        && findings.is_complete()
        && match sought {
            // On a platform, threads that starve are sought too: they may do so in a cycle that can be left.
            // And a way out by a spurious wake-up is none that has to be taken.
            Some(Sought::PartialDeadlocks)
                if settings.semantics.platform.is_none()
                    && settings.semantics.spurious_wakeups == SpuriousWakeups::Never =>
            {
                trails.leads_to_ends
            }
            _ => trails.is_acyclic,
        };
    let mut traps = false;
    if let Some(sought) = sought.filter(|_| !excluded && !watch.is_stopped()) {
        paths[0].restart(settings.bound);
        traps = find_endless(&mut paths[0], sought, &findings, watch);
    }
    // Samples are never all that there is, also if there are none.
    let walks = settings.order.walks();
    walks.into_iter().for_each(|walks| findings.limit(Limit::Walks(walks)));
    Explored {
        statistics: Statistics { walks: walks.unwrap_or_default(), store_bytes: store.bytes(), ..statistics },
        bits: store.bits(),
        collected: findings.collect(),
        partial_deadlocks_sought: sought.is_some(),
        traps,
        tried: Vec::new(),
        refuted: BTreeSet::new(),
    }
}
