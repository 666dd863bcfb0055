//! From settings to a search: which order, which store, how many workers, how many rounds.

use std::collections::BTreeSet;

use heddle_machine::Machine;
use heddle_verdict::{Limit, SearchAssumption, SpuriousWakeups, Statistics, Tried};

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
    /// Threads that wait for ever beside others that go on for ever were looked for.
    pub endless_sought: bool,
    /// There are states that no run leads to an end from, as far as that was looked for.
    pub traps: bool,
    /// If the search was cut short: what was tried beside it.
    pub tried: Vec<Tried>,
    /// The assumptions that the search had to give up: schedules only fit where that is known.
    pub refuted: BTreeSet<SearchAssumption>,
}

/// Up to so many states the graph is searched for stuck threads without being asked.
const SMALL: u64 = MOST as u64;

/// Explores from the initial state, with one worker per machine. The machines must have been booted
/// alike, with shared names, and stand before the first step.
pub fn explore<'p>(machines: Vec<Machine<'p>>, settings: &Settings, watch: &Watch) -> (Explored, Vec<Path<'p>>) {
    let mut paths: Vec<Path<'p>> = machines
        .into_iter()
        .map(|machine| Path::on(settings.semantics.platform.as_ref(), machine, settings.bound))
        .collect();
    let mut refinement = Refinement::without(&settings.semantics.refuted);
    if let Some(temporal) = &settings.temporal {
        let one = |paths: &mut [Path<'p>]| of_temporal(&mut paths[0], temporal, settings, watch);
        return (refinement.until_confirmed(&mut paths[..1], watch, one), paths);
    }
    if let Some(first) = portfolio::first_turn(settings) {
        watch.begin_round();
        let explored =
            refinement.until_confirmed(&mut paths, watch, |paths| portfolio::portfolio(paths, settings, first, watch));
        return (explored, paths);
    }
    // Bounds grow step by step, so that the first violation found needs the fewest switches.
    for bound in rounds(settings.bound) {
        watch.begin_round();
        let mut explored = refinement.until_confirmed(&mut paths, watch, |paths| {
            let settings = Settings { bound, ..settings.clone() };
            let mut search = Search::new(settings, paths.len(), watch);
            search.go_on(paths, None);
            conclude(search, paths, watch)
        });
        let collected = &mut explored.collected;
        let is_last = bound == settings.bound || !collected.pruned;
        if collected.pruned && is_last {
            collected.limits.extend(match bound {
                Bound::None => None,
                Bound::Contexts(contexts) => Some(Limit::Contexts(contexts)),
                Bound::Preemptions(preemptions) => Some(Limit::Preemptions(preemptions)),
                Bound::Delays(delays) => Some(Limit::Delays(delays)),
            });
        }
        if is_last || watch.is_stopped() {
            return (explored, paths);
        }
    }
    unreachable!("the last round returns")
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
        endless_sought: true,
        traps: false,
        tried: Vec::new(),
        refuted: BTreeSet::new(),
    }
}

fn rounds(bound: Bound) -> Vec<Bound> {
    match bound {
        Bound::None => vec![Bound::None],
        Bound::Contexts(most) => (1..=most.max(1)).map(Bound::Contexts).collect(),
        Bound::Preemptions(most) => (0..=most).map(Bound::Preemptions).collect(),
        Bound::Delays(most) => (0..=most).map(Bound::Delays).collect(),
    }
}

/// What a search has found, whether it is over or was stopped, and what it leaves open about runs that do not end.
pub(crate) fn conclude(mut search: Search<'_>, paths: &mut [Path<'_>], watch: &Watch) -> Explored {
    let trails = search.trail_facts();
    let (runs, abandoned) = search.runs();
    let statistics = Statistics { runs, abandoned, ..search.share.counts.statistics() };
    let Search { settings, store, findings, .. } = search;
    // Keeping the graph of a large state space costs too much to be done unasked.
    let exhaustive = matches!(settings.order, OrderKind::DepthFirst | OrderKind::BreadthFirst);
    let small = exhaustive && settings.bound == Bound::None && statistics.states <= SMALL && findings.is_complete();
    let sought = if settings.livelock { Some(Sought::Livelocks) } else { small.then_some(Sought::StuckThreads) };
    let sought = sought.filter(|_| paths.iter().all(|path| path.refuted().is_empty()));
    let excluded = settings.bound == Bound::None
        && findings.is_complete()
        && match sought {
            // On a platform, threads that starve are sought too: they may do so in a cycle that can be left.
            // And a way out by a spurious wake-up is none that has to be taken.
            Some(Sought::StuckThreads)
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
    let walks = settings.order.walks().unwrap_or_default();
    if walks > 0 {
        findings.limit(Limit::Walks(walks));
    }
    Explored {
        statistics: Statistics { walks, store_bytes: store.bytes(), ..statistics },
        bits: store.bits(),
        collected: findings.collect(),
        endless_sought: sought.is_some(),
        traps,
        tried: Vec::new(),
        refuted: BTreeSet::new(),
    }
}
