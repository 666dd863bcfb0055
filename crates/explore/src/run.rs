//! From settings to a search: which order, which store, how many workers, how many rounds.

use std::cell::RefCell;
use std::collections::BTreeSet;

use heddle_machine::Machine;
use heddle_verdict::{Limit, SearchAssumption, SpuriousWakeups, Statistics};

use crate::bounded_prelude::bounded_prelude;
use crate::findings::{Collected, Findings};
use crate::path::Path;
use crate::property::Properties;
use crate::refine::{Assuming, Refinement};
use crate::search::bfs::BreadthFirst;
use crate::search::dfs::DepthFirst;
use crate::search::fair::{Sought, find_endless};
use crate::search::open::Open;
use crate::search::pct::Pct;
use crate::search::pool::Pool;
use crate::search::random::RandomWalks;
use crate::search::trail::{MOST, Trail};
use crate::search::{Order, Worker};
use crate::settings::{Bound, OrderKind, Settings, StoreKind};
use crate::store::{Store, store};
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
    /// The assumptions that the search had to give up: schedules only fit where that is known.
    pub refuted: BTreeSet<SearchAssumption>,
}

/// Up to so many states the graph is searched for stuck threads without being asked.
const SMALL: u64 = MOST as u64;

/// What depth-first workers have found out about the runs on their way.
#[derive(Clone, Copy, Default)]
pub(crate) struct TrailFacts {
    /// No run comes back to where it was.
    pub is_acyclic: bool,
    /// From every state a run leads to an end.
    pub leads_to_ends: bool,
}

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
    if let Some(explored) = bounded_prelude(&mut paths, settings, &mut refinement, watch) {
        return (explored, paths);
    }
    // Bounds grow step by step, so that the first violation found needs the fewest switches.
    for bound in rounds(settings.bound) {
        watch.begin_round(None);
        let mut explored = refinement.until_confirmed(&mut paths, watch, |paths| round(paths, settings, bound, watch));
        let collected = &mut explored.collected;
        let is_last = bound == settings.bound || !collected.pruned;
        if collected.pruned && is_last {
            collected.limits.extend(match bound {
                Bound::None => None,
                Bound::Contexts(contexts) => Some(Limit::Contexts(contexts)),
                Bound::Preemptions(preemptions) => Some(Limit::Preemptions(preemptions)),
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
        refuted: BTreeSet::new(),
    }
}

fn rounds(bound: Bound) -> Vec<Bound> {
    match bound {
        Bound::None => vec![Bound::None],
        Bound::Contexts(most) => (1..=most.max(1)).map(Bound::Contexts).collect(),
        Bound::Preemptions(most) => (0..=most).map(Bound::Preemptions).collect(),
    }
}

/// One search from the initial state, and what it leaves open about runs that do not end.
pub(crate) fn round(paths: &mut [Path<'_>], settings: &Settings, bound: Bound, watch: &Watch) -> Explored {
    paths.iter_mut().for_each(|path| path.restart(bound));
    let store = store(settings.store, bound != Bound::None);
    let findings = Findings::new(settings, watch);
    let trails = work(paths, settings, &*store, &findings, watch);
    let statistics = watch.statistics();
    // Keeping the graph of a large state space costs too much to be done unasked.
    let exhaustive = matches!(settings.order, OrderKind::DepthFirst | OrderKind::BreadthFirst);
    let small = exhaustive && bound == Bound::None && statistics.states <= SMALL && findings.is_complete();
    let sought = if settings.livelock { Some(Sought::Livelocks) } else { small.then_some(Sought::StuckThreads) };
    let sought = sought.filter(|_| paths.iter().all(|path| path.refuted().is_empty()));
    let excluded = bound == Bound::None
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
        paths[0].back_to(0);
        traps = find_endless(&mut paths[0], sought, &findings, watch);
    }
    let walks = match settings.order {
        OrderKind::DepthFirst | OrderKind::BreadthFirst => 0,
        OrderKind::Random { walks, .. } | OrderKind::Pct { walks, .. } => walks,
    };
    if walks > 0 {
        findings.limit(Limit::Walks(walks));
    }
    Explored {
        statistics: Statistics { walks, store_bytes: store.bytes(), ..statistics },
        bits: store.bits(),
        collected: findings.collect(),
        endless_sought: sought.is_some(),
        traps,
        refuted: BTreeSet::new(),
    }
}

/// Visits the states in the order that the settings say; depth first with a worker per path, else with one.
pub(crate) fn work<'a>(
    paths: &'a mut [Path<'_>],
    settings: &Settings,
    store: &'a dyn Store,
    findings: &'a Findings<'a>,
    watch: &'a Watch,
) -> TrailFacts {
    let mut alone = |order: &mut dyn Order| {
        let properties = Properties::new(settings);
        Worker { path: &mut paths[0], store, properties, findings, watch, trail: None }.begin(order);
        TrailFacts::default()
    };
    match settings.order {
        OrderKind::DepthFirst => depth_first(paths, settings, store, findings, watch),
        OrderKind::BreadthFirst => alone(&mut BreadthFirst::default()),
        OrderKind::Random { seed, walks } => alone(&mut RandomWalks::new(seed, walks)),
        OrderKind::Pct { seed, walks, depth } => alone(&mut Pct::new(seed, walks, depth)),
    }
}

/// The first worker begins at the initial state, the others with what it shares.
fn depth_first(
    paths: &mut [Path<'_>],
    settings: &Settings,
    store: &dyn Store,
    findings: &Findings<'_>,
    watch: &Watch,
) -> TrailFacts {
    let pool = &Pool::new(paths.len());
    let open = (paths.len() > 1).then(|| Open::new(paths.len()));
    let open = open.as_ref();
    let work = |number: usize, path: &mut Path<'_>| {
        let _leaving = pool.leave_with(watch);
        let trail = RefCell::new(Trail::new(open.map(|open| (open, number))));
        let properties = Properties::new(settings);
        let mut worker = Worker { path, store, properties, findings, watch, trail: Some(&trail) };
        if number == 0 {
            worker.begin(&mut DepthFirst::first(pool, &trail, settings.alone));
        } else {
            worker.search(&mut DepthFirst::joining(pool, &trail));
        }
        conclude(trail.into_inner(), open)
    };
    let mut facts = std::thread::scope(|scope| {
        let (first, others) = paths.split_first_mut().expect("at least one worker");
        for (number, path) in others.iter_mut().enumerate() {
            scope.spawn(move || work(number + 1, path));
        }
        work(0, first)
    });
    // All workers have left all states.
    facts.leads_to_ends &= open.is_none_or(Open::leads_to_ends);
    facts
}

fn conclude(mut trail: Trail<'_>, open: Option<&Open>) -> TrailFacts {
    let facts = TrailFacts { is_acyclic: trail.is_acyclic(), leads_to_ends: trail.leads_to_ends() };
    if let Some(open) = open.filter(|_| !facts.leads_to_ends) {
        open.lose();
    }
    facts
}
