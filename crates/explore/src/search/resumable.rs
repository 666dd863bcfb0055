//! A search that can be left and gone on with later: what it has visited and found, and where its workers stand. The
//! searches of a portfolio (`portfolio.rs`) take turns on the same machines in this way.
//!
//! A worker that goes on replays the run that it was in.

use std::cell::RefCell;
use std::sync::Arc;

use heddle_machine::Fingerprint;
use heddle_verdict::Choice;
use serde::{Deserialize, Serialize};

use super::bfs::BreadthFirst;
use super::dfs::{DepthFirst, Stack};
use super::dpor::{Dpor, Surroundings};
use super::open::Open;
use super::pct::Pct;
use super::pool::{Pool, PutOff};
use super::pos::PartialOrder;
use super::sample::{Sample, Uniform};
use super::trail::{Trail, TrailSoFar};
use super::{Order, Worker};
use crate::findings::{Findings, FoundSoFar};
use crate::path::Path;
use crate::property::Properties;
use crate::settings::{Bound, OrderKind, Sampling, Settings};
use crate::store::{Fingerprints, Nothing, Store, store};
use crate::watch::{Share, Tally, Watch};

/// What depth-first workers have found out about the runs on their way.
#[derive(Clone, Copy, Default)]
pub struct TrailFacts {
    /// No run comes back to where it was.
    pub is_acyclic: bool,
    /// From every state a run leads to an end.
    pub leads_to_ends: bool,
}

/// Where a depth-first search of one worker stands within a round, but for what it has visited.
#[derive(Serialize, Deserialize)]
pub struct Position {
    /// What the machine has done in the round.
    work: u64,
    counts: [u64; 6],
    explored: f64,
    /// The run that the worker is in, and the state that it has led to.
    run: Vec<Choice>,
    fingerprint: [u64; 2],
    stack: Stack,
    put_off: PutOff,
    trail: TrailSoFar,
    found: FoundSoFar,
}

fn halves(Fingerprint(fingerprint): Fingerprint) -> [u64; 2] {
    [(fingerprint >> 64) as u64, fingerprint as u64]
}

/// A search from the initial state.
pub struct Search<'s> {
    pub settings: Settings,
    pub store: Box<dyn Store>,
    pub findings: Findings<'s>,
    pub share: Share,
    watch: &'s Watch,
    /// Whether another search decides when all is done.
    is_beside: bool,
    /// Whether the path stays where it is when the search is left.
    keeps_path: bool,
    parts: Parts,
    is_over: bool,
}

enum Parts {
    DepthFirst { pool: Pool, open: Option<Arc<Open>>, parts: Vec<Part> },
    Alone { order: Box<dyn Order + Send>, at: Option<Vec<Choice>> },
    Dpor { dpor: Box<Dpor>, at: Vec<Choice> },
}

/// Where a depth-first worker stands.
struct Part {
    stack: Stack,
    trail: Trail,
    /// `None` before the worker has begun.
    at: Option<Vec<Choice>>,
}

impl<'s> Search<'s> {
    /// The search that the settings describe, with so many workers if it goes depth first.
    pub fn new(settings: Settings, workers: usize, watch: &'s Watch) -> Self {
        let parts = match settings.order {
            OrderKind::DepthFirst => {
                let open = (workers > 1).then(|| Arc::new(Open::new(workers)));
                // The first worker begins at the initial state, the others with what it shares.
                let part = |number| Part {
                    stack: Stack::new(if number == 0 { settings.alone } else { 0 }, number == 0),
                    trail: Trail::new(open.as_ref().map(|open| (open, number))),
                    at: (number > 0).then(Vec::new),
                };
                let parts = (0..workers).map(part).collect();
                Parts::DepthFirst { pool: Pool::new(workers, settings.bound.most()), open, parts }
            }
            OrderKind::Dpor => Parts::Dpor { dpor: Box::default(), at: Vec::new() },
            OrderKind::BreadthFirst => Parts::alone(BreadthFirst::default()),
            OrderKind::Sample { by, seed, walks } => Parts::alone(match by {
                Sampling::Uniform => Sample::new(Uniform, seed, walks),
                Sampling::Pct { depth } => Sample::new(Pct::new(depth), seed, walks),
                Sampling::PartialOrder => Sample::new(PartialOrder::default(), seed, walks),
            }),
        };
        Self {
            store: match settings.order {
                OrderKind::Dpor => Box::new(Nothing),
                _ => store(settings.store, settings.bound != Bound::None, &watch.room),
            },
            findings: Findings::new(&settings, watch),
            settings,
            share: Share::default(),
            watch,
            is_beside: false,
            keeps_path: false,
            parts,
            is_over: false,
        }
    }

    /// A search that nobody takes turns with, by one worker.
    pub fn alone(settings: Settings, watch: &'s Watch) -> Self {
        Self { keeps_path: true, ..Self::new(settings, 1, watch) }
    }

    /// Goes on with a search of another process ([`Self::position`]), on a path whose machine knows what that one knew. What the
    /// run of its worker led to there has to be what it leads to here.
    pub fn going_on(
        settings: Settings,
        watch: &'s Watch,
        position: Position,
        visited: Fingerprints,
        path: &mut Path<'_>,
    ) -> Option<Self> {
        let Position { work, counts, explored, run, fingerprint, stack, put_off, trail, found } = position;
        path.restart(settings.bound);
        let is_there = path.repeat(&run) && halves(path.machine.fingerprint()) == fingerprint;
        path.go_on_after(work);
        let mut search = Self { store: Box::new(visited), ..Self::alone(settings, watch) };
        let pool = Pool::going_on(put_off, search.settings.bound.most());
        let part = Part { stack, trail: Trail::going_on(trail), at: Some(run) };
        search.parts = Parts::DepthFirst { pool, open: None, parts: vec![part] };
        search.findings.go_on_from(found);
        search.share.counts.set_all(counts);
        watch.counts.set_all(counts);
        watch.set_explored(explored);
        is_there.then_some(search)
    }

    /// Where a depth-first search of one worker stands, and what it has visited, if states are kept as fingerprints.
    pub fn position(&self, path: &mut Path<'_>) -> Option<(Position, &Fingerprints)> {
        let Parts::DepthFirst { pool, open: None, parts } = &self.parts else { return None };
        let [Part { stack, trail, at: Some(run) }] = &parts[..] else { return None };
        debug_assert_eq!(path.choices(), run);
        let position = Position {
            work: path.work_of_round(),
            counts: self.share.counts.all(),
            explored: self.watch.explored(),
            run: run.clone(),
            fingerprint: halves(path.machine.fingerprint()),
            stack: stack.clone(),
            put_off: pool.put_off_by_one(),
            trail: trail.so_far(),
            found: self.findings.so_far(),
        };
        Some((position, self.store.fingerprints()?))
    }

    /// Whether it was left for others, or to be written down, and can be gone on with.
    pub fn is_paused(&self) -> bool {
        self.share.is_paused()
    }

    /// A search with one worker beside one that decides when all is done. Depth first, it leaves out runs in which a
    /// thread comes to the same place very often.
    pub fn beside(settings: Settings, watch: &'s Watch) -> Self {
        let mut search = Self { is_beside: true, ..Self::new(settings, 1, watch) };
        if let Parts::DepthFirst { pool, .. } = &mut search.parts {
            *pool = Pool::of_few_rounds(search.settings.bound.most());
        }
        search
    }

    /// Whether everything was visited that is not pruned.
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// Goes on with a greater bound, when everything within the last one was visited. A search that keeps what the bound forbids
    /// does nothing again, others begin anew.
    pub fn raise(&mut self, bound: Bound) {
        self.settings.bound = bound;
        if let Parts::DepthFirst { pool, .. } = &self.parts {
            pool.allow(bound.most());
        } else {
            self.watch.begin_round();
            *self = Self { is_beside: self.is_beside, ..Self::new(self.settings.clone(), 1, self.watch) };
        }
    }

    /// Whether there is something that the bound on switching forbids.
    pub fn is_pruned(&self) -> bool {
        match &self.parts {
            Parts::DepthFirst { pool, .. } => pool.has_beyond(),
            _ => self.findings.is_pruned(),
        }
    }

    /// Whether runs were left out, or left for later, in which a thread comes to the same place very often.
    pub fn did_put_off(&self) -> bool {
        matches!(&self.parts, Parts::DepthFirst { pool, .. } if pool.did_put_off())
    }

    /// Runs that a search which samples has begun.
    pub fn walks(&self) -> u64 {
        match (&self.parts, self.settings.order.walks()) {
            (Parts::Alone { order, .. }, Some(walks)) => walks - order.waiting() as u64,
            _ => 0,
        }
    }

    /// Runs that a search by dynamic partial-order reduction has explored, and those that it has left again.
    pub fn runs(&self) -> (u64, u64) {
        match &self.parts {
            Parts::Dpor { dpor, .. } => (dpor.runs, dpor.blocked),
            _ => (0, 0),
        }
    }

    /// Goes on until everything is visited, the search has done so much work in all, or the watch says stop.
    pub fn go_on(&mut self, paths: &mut [Path<'_>], until: Option<u64>) {
        self.share.allow(until.unwrap_or_default());
        let (settings, store, findings, watch) = (&self.settings, &*self.store, &self.findings, self.watch);
        let (share, is_beside, keeps_path) = (&self.share, self.is_beside, self.keeps_path);
        let run = |path: &mut Path<'_>,
                   at: &mut Option<Vec<Choice>>,
                   trail: Option<&RefCell<Trail>>,
                   order: &mut dyn Order| {
            if !(keeps_path && at.is_some()) {
                path.restart(settings.bound);
                at.iter().for_each(|at| path.go_to(at));
            }
            let mut tally = Tally::of(share, is_beside, watch, path);
            let max_depth = settings.max_depth.or(watch.max_depth);
            let properties = Properties::new(settings);
            let beyond = Vec::new();
            let mut worker = Worker { path, store, properties, findings, watch, max_depth, trail, beyond };
            if at.is_none() {
                trail.iter().for_each(|trail| trail.borrow_mut().begin_at(worker.path.depth()));
                worker.begin(order, &mut tally);
            }
            let is_over = worker.search(order, &mut tally);
            *at = Some(path.choices().to_vec());
            is_over
        };
        self.is_over = match &mut self.parts {
            Parts::Alone { order, at } => run(&mut paths[0], at, None, &mut **order),
            Parts::Dpor { dpor, at } => {
                let path = &mut paths[0];
                path.restart(settings.bound);
                path.go_to(at);
                let mut tally = Tally::of(share, is_beside, watch, path);
                let properties = Properties::new(settings);
                let max_depth = settings.max_depth.or(watch.max_depth);
                let is_over =
                    dpor.search(path, &mut Surroundings { properties, findings, watch, max_depth }, &mut tally);
                *at = path.choices().to_vec();
                is_over
            }
            Parts::DepthFirst { pool, parts, .. } => {
                pool.resume();
                let pool = &*pool;
                let work = |path: &mut Path<'_>, part: &mut Part| {
                    let _leaving = pool.leave_with(watch, share);
                    let trail = RefCell::new(std::mem::replace(&mut part.trail, Trail::new(None)));
                    let mut order = DepthFirst { stack: &mut part.stack, pool, trail: &trail };
                    let is_over = run(path, &mut part.at, Some(&trail), &mut order);
                    part.trail = trail.into_inner();
                    is_over
                };
                let ends: Vec<bool> = std::thread::scope(|scope| {
                    let mut workers = paths.iter_mut().zip(parts);
                    let (path, part) = workers.next().expect("at least one worker");
                    let others: Vec<_> = workers.map(|(path, part)| scope.spawn(|| work(path, part))).collect();
                    let first = work(path, part);
                    let others = others.into_iter().map(|other| match other.join() {
                        Ok(is_over) => is_over,
                        Err(panic) => std::panic::resume_unwind(panic),
                    });
                    std::iter::once(first).chain(others).collect()
                });
                ends.iter().all(|&is_over| is_over) && !watch.is_stopped() && !share.is_paused()
            }
        };
    }

    /// What the workers have found out about the runs on their way, once all states are left.
    pub fn trail_facts(&mut self) -> TrailFacts {
        let Parts::DepthFirst { open, parts, .. } = &mut self.parts else {
            return TrailFacts::default();
        };
        let mut facts: Vec<TrailFacts> = Vec::new();
        for Part { trail, .. } in parts {
            facts.push(TrailFacts { is_acyclic: trail.is_acyclic(), leads_to_ends: trail.leads_to_ends() });
        }
        let leads_to_ends = facts.iter().all(|facts| facts.leads_to_ends);
        TrailFacts {
            is_acyclic: facts[0].is_acyclic,
            leads_to_ends: leads_to_ends && open.as_ref().is_none_or(|open| open.leads_to_ends()),
        }
    }
}

impl Parts {
    fn alone(order: impl Order + Send + 'static) -> Self {
        Self::Alone { order: Box::new(order), at: None }
    }
}
