//! From settings to a search: which order, which store, how many workers, how many rounds.

use heddle_machine::{Machine, NumbersUse, Refuted};
use heddle_verdict::{Limit, SpuriousWakeups, Statistics, StreamLocks, ThreadNumbers};

use crate::bounded_prelude::bounded_prelude;
use crate::findings::{Collected, Findings};
use crate::path::Path;
use crate::property::Properties;
use crate::search::bfs::BreadthFirst;
use crate::search::dfs::DepthFirst;
use crate::search::fair::{Sought, find_endless};
use crate::search::open::Open;
use crate::search::pct::Pct;
use crate::search::pool::Pool;
use crate::search::random::RandomWalks;
use crate::search::trail::{MOST, Trail};
use crate::search::{Order, search, start};
use crate::settings::{Bound, OrderKind, Settings, StoreKind};
use crate::store::Store;
use crate::temporal::{Temporal, find_violation};
use crate::watch::{Reason, Watch};

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
    pub refuted: Vec<String>,
    /// Whether the program was found to take monitors of standard streams.
    pub stream_locks: StreamLocks,
    /// Whether the program was found to tell in which order threads got their numbers.
    pub thread_numbers: ThreadNumbers,
}

/// Up to so many states the graph is searched for stuck threads without being asked.
const SMALL: u64 = MOST as u64;

/// What depth-first workers have found out about the runs on their way.
#[derive(Clone, Copy, Default)]
struct TrailFacts {
    /// No run comes back to where it was.
    is_acyclic: bool,
    /// From every state a run leads to an end.
    leads_to_ends: bool,
}

/// Explores from the initial state, with one worker per machine. The machines must have been booted
/// alike, with shared names, and stand before the first step.
pub fn explore<'p>(machines: Vec<Machine<'p>>, settings: &Settings, watch: &Watch) -> (Explored, Vec<Path<'p>>) {
    let mut paths: Vec<Path<'p>> = machines
        .into_iter()
        .map(|machine| Path::on(settings.semantics.platform.as_ref(), machine, settings.bound))
        .collect();
    if let Some(temporal) = &settings.temporal {
        let one = |paths: &mut [Path<'p>]| of_temporal(&mut paths[0], temporal, settings, watch);
        return (refine_until_confirmed(&mut paths[..1], watch, one), paths);
    }
    if let Some(explored) = bounded_prelude(&mut paths, settings, watch) {
        return (explored, paths);
    }
    // Bounds grow step by step, so that the first violation found needs the fewest switches.
    for bound in rounds(settings.bound) {
        watch.begin_round(None);
        let mut explored = round(&mut paths, settings, bound, watch);
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
        refuted: vec![],
        stream_locks: StreamLocks::default(),
        thread_numbers: ThreadNumbers::default(),
    }
}

fn rounds(bound: Bound) -> Vec<Bound> {
    match bound {
        Bound::None => vec![Bound::None],
        Bound::Contexts(most) => (1..=most.max(1)).map(Bound::Contexts).collect(),
        Bound::Preemptions(most) => (0..=most).map(Bound::Preemptions).collect(),
    }
}

/// One search from the initial state.
pub(crate) fn round(paths: &mut [Path<'_>], settings: &Settings, bound: Bound, watch: &Watch) -> Explored {
    refine_until_confirmed(paths, watch, |paths| attempt(paths, settings, bound, watch))
}

fn attempt(paths: &mut [Path<'_>], settings: &Settings, bound: Bound, watch: &Watch) -> Explored {
    paths.iter_mut().for_each(|path| path.restart(bound));
    let store = Store::new(settings.store, bound != Bound::None);
    let findings = Findings::new(settings, watch);
    let mut walks = 0;
    let mut trails = TrailFacts::default();
    match settings.order {
        OrderKind::DepthFirst => trails = depth_first(paths, settings, &store, &findings, watch),
        OrderKind::BreadthFirst => {
            let mut order = BreadthFirst::default();
            alone(&mut paths[0], &mut order, settings, &store, &findings, watch);
        }
        OrderKind::Random { seed, walks: count } => {
            let mut order = RandomWalks::new(seed, count);
            alone(&mut paths[0], &mut order, settings, &store, &findings, watch);
            walks = count;
        }
        OrderKind::Pct { seed, walks: count, depth } => {
            let mut order = Pct::new(seed, count, depth);
            alone(&mut paths[0], &mut order, settings, &store, &findings, watch);
            walks = count;
        }
    }
    let statistics = watch.statistics();
    // Keeping the graph of a large state space costs too much to be done unasked.
    let exhaustive = matches!(settings.order, OrderKind::DepthFirst | OrderKind::BreadthFirst);
    let small = exhaustive && bound == Bound::None && statistics.states <= SMALL && findings.is_complete();
    let sought = if settings.livelock { Some(Sought::Livelocks) } else { small.then_some(Sought::StuckThreads) };
    let sought = sought.filter(|_| paths.iter().all(|path| !path.refuted().any()));
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
    let endless_sought = sought.is_some();
    if walks > 0 {
        findings.limit(Limit::Walks(walks));
    }
    let statistics = Statistics { walks, store_bytes: store.bytes(), ..statistics };
    let (bits, collected) = (store.bits(), findings.collect());
    Explored {
        collected,
        statistics,
        bits,
        endless_sought,
        traps,
        refuted: vec![],
        stream_locks: StreamLocks::default(),
        thread_numbers: ThreadNumbers::default(),
    }
}

pub(crate) fn alone(
    path: &mut Path<'_>,
    order: &mut dyn Order,
    settings: &Settings,
    store: &Store,
    findings: &Findings<'_>,
    watch: &Watch,
) {
    let mut properties = Properties::new(settings);
    start(path, order, store, &mut properties, findings, watch);
    search(path, order, store, &mut properties, findings, watch);
}

/// One worker per path; the first begins at the initial state, the others with what it shares.
fn depth_first(
    paths: &mut [Path<'_>],
    settings: &Settings,
    store: &Store,
    findings: &Findings<'_>,
    watch: &Watch,
) -> TrailFacts {
    let pool = Pool::new(paths.len());
    let open = (paths.len() > 1).then(|| Open::new(paths.len()));
    let (open, pool) = (open.as_ref(), &pool);
    let trail = |worker| Trail::new(open.map(|open| (open, worker)));
    let mut facts = std::thread::scope(|scope| {
        let (first, others) = paths.split_first_mut().expect("at least one worker");
        for (number, path) in others.iter_mut().enumerate() {
            scope.spawn(move || {
                let _leaving = pool.leave_with(watch);
                let mut order = DepthFirst::joining(pool, trail(number + 1));
                search(path, &mut order, store, &mut Properties::new(settings), findings, watch);
                conclude(order.trail(), open)
            });
        }
        let _leaving = pool.leave_with(watch);
        let mut order = DepthFirst::first(pool, trail(0), settings.alone);
        alone(first, &mut order, settings, store, findings, watch);
        conclude(order.trail(), open)
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

/// Whether some run let a thread other than the main thread take a number, and some run looked at one.
fn shows_order_of_threads(paths: &[Path<'_>]) -> bool {
    paths.iter().map(|path| path.machine.numbers_use()).reduce(|a, b| a | b).is_some_and(NumbersUse::shows_order)
}

/// Repeats a search until no assumption is refuted in it, or it is stopped.
fn refine_until_confirmed<'p>(
    paths: &mut [Path<'p>],
    watch: &Watch,
    mut search: impl FnMut(&mut [Path<'p>]) -> Explored,
) -> Explored {
    loop {
        let mut refuted = paths.iter().fold(Refuted::default(), |all, path| all | path.refuted());
        // What one worker found when it searched alone, all have to know.
        refuted.stream_locks |= paths.iter().any(|path| path.machine.semantics().stream_locks == StreamLocks::Used);
        refuted.thread_numbers |= shows_order_of_threads(paths);
        paths.iter_mut().for_each(|path| path.refine(refuted));
        let mut explored = search(paths);
        explored.refuted = paths[0].machine.reduction.as_ref().map_or_else(Vec::new, |reduction| reduction.refuted());
        let semantics = paths[0].machine.semantics();
        (explored.stream_locks, explored.thread_numbers) = (semantics.stream_locks, semantics.thread_numbers);
        // What was found with numbers that no JVM gives need not be so.
        if explored.thread_numbers == ThreadNumbers::AssumedUnseen && shows_order_of_threads(paths) {
            watch.forget_violation();
            if !watch.is_stopped() || watch.stopped_by(Reason::Refuted) {
                paths.iter_mut().for_each(|path| path.back_to(0));
                watch.begin_again();
                continue;
            }
            explored.collected.violations.clear();
            explored.collected.outcomes.clear();
        }
        let refuted = paths.iter().any(|path| path.refuted().any());
        // A violation is one whatever was assumed, and who stops a search gets what there is.
        if !refuted || watch.is_stopped() && !watch.stopped_by(Reason::Refuted) {
            return explored;
        }
        paths.iter_mut().for_each(|path| path.back_to(0));
        watch.begin_again();
    }
}
