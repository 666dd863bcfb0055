//! The portfolio: searches for violations beside the search of the whole state space, in turns.
//!
//! A depth-first search changes the end of a run first and may spend hours on runs that differ in details of one corner,
//! while most violations need few preemptions (Musuvathi and Qadeer, PLDI 2007) or few delays (Emmi, Qadeer,
//! Rakamarić, POPL 2011). So if a program turns out not to be small, searches with bounds that grow, and samples of runs, get
//! about a quarter of the time. Each goes on where it stopped; nothing is done twice. With several workers the whole search is
//! shared between them, and each turn of the others is a search per worker.
//!
//! A violation that they find is one of the program. That they find none says something only if the whole search does
//! not come to its end: every run within a bound that was completed has been explored, and the report says so.
//!
//! Sampled runs come first, and in every round after one that was not small they begin it: what they refute (`refine.rs`) would
//! otherwise be refuted after much work, which is then done in vain.
//!
//! Every run with few preemptions refutes little, and any run may refute much: a pool that is closed in an unusual way, a lock that is
//! asked for its queue. So the search with a bound on preemptions has a machine and assumptions of its own, as if it were the only one
//! ([`Apart`]): what others refute neither ends it nor makes its steps shorter, and it goes on through all rounds of the others.
//!
//! Dynamic partial-order reduction explores everything too, on a machine of its own, and gives the answer if it comes to its end
//! first. It gets a smaller part of the work, and as much as the whole search while that meets few states twice: then there
//! is nothing to gain from remembering them.
//!
//! Turns are measured in work of the machine, which grows with the length of steps and the size of states as time does, so
//! that one worker finds the same violation every time.

use heddle_verdict::{Limit, Statistics, Tried, TriedRuns};

use crate::apart::Apart;
use crate::path::Path;
use crate::refine::{Assuming, refuted_by};
use crate::run::{Explored, conclude};
use crate::search::pool::ROUNDS;
use crate::search::resumable::Search;
use crate::settings::{Beside, Bound, OrderKind, Sampling, Settings};
use crate::watch::{Reason, Watch};

/// How much of the work of the whole search dynamic partial-order reduction does, at first: one part in so many.
const DPOR_SHARE: u64 = 6;
/// It does as much as the whole search if no more than one step in so many leads to a state that is known.
const FEW_MATCH: u64 = 8;
/// Work after which a program is not small: some 100,000 steps, a fraction of a second.
const SMALL: u64 = 5_000_000;
/// Every run with so many preemptions is to be explored: most bugs need no more, and a search that does not come to its end should
/// at least say that.
const GOAL: u32 = 2;
/// How much of the work of the whole search the others do together: one part in so many.
const SHARE: u64 = 6;
/// The same before they have come to the goal.
const SHARE_BEFORE: u64 = 3;
/// Work after which a program is so large that they do as much as the whole search to come to the goal: some five seconds.
const LARGE: u64 = 100_000_000;
/// Work after which they do twice as much.
const HUGE: u64 = 2 * LARGE;
/// How much more the search that leads to the goal does than the others until then.
const URGENT: u64 = 12;
/// The shortest turn is one part in so many of the first.
const SHORTEST: u64 = 5;
/// Work of the longest turn: some seconds.
const LONGEST: u64 = 100_000_000;
/// Steps of a sampled run: it has to end.
const WALK_STEPS: u64 = 20_000;
/// Sampled runs that are too many for any search.
const WALKS: u64 = u64::MAX;
/// The search within bounds on preemptions that grow.
pub const PREEMPTIONS: (Tactic, u64) = (Tactic::Preemptions, 4);
/// Searches beside the whole one: each with a weight, which is its share of their work.
const BESIDE: [(Tactic, u64); 6] = [
    PREEMPTIONS,
    (Tactic::Delays, 2),
    (Tactic::Sample(Sampling::Pct { depth: 3 }), 1),
    (Tactic::Sample(Sampling::PartialOrder), 1),
    (Tactic::Contexts, 1),
    (Tactic::Sample(Sampling::Uniform), 2),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tactic {
    Preemptions,
    Delays,
    Contexts,
    Sample(Sampling),
    /// Everything, by dynamic partial-order reduction.
    Dpor,
}

impl Tactic {
    /// The order of its search, and the bound that it begins with.
    fn first(self) -> (OrderKind, Bound) {
        match self {
            Self::Preemptions => (OrderKind::DepthFirst, Bound::Preemptions(0)),
            Self::Delays => (OrderKind::DepthFirst, Bound::Delays(0)),
            Self::Contexts => (OrderKind::DepthFirst, Bound::Contexts(2)),
            Self::Sample(by) => (OrderKind::Sample { by, seed: 0, walks: WALKS }, Bound::None),
            Self::Dpor => (OrderKind::Dpor, Bound::None),
        }
    }
}

/// A tactic at work.
pub struct Member<'s> {
    tactic: Tactic,
    weight: u64,
    /// `None` if there is nothing left to do.
    pub search: Option<Search<'s>>,
    /// Work that it has done, and how much of it before its search began again.
    done: u64,
    before: u64,
    /// The last round that was completed.
    completed: Option<Bound>,
    /// What follows a thread's coming to the same place very often was left out of it.
    few_rounds: bool,
    /// Runs that it had sampled when its search ended.
    walks: u64,
}

impl<'s> Member<'s> {
    pub fn new((tactic, weight): (Tactic, u64), settings: &Settings, watch: &'s Watch) -> Self {
        let (order, bound) = tactic.first();
        let max_depth = settings.max_depth.or(order.walks().map(|_| WALK_STEPS));
        let settings = Settings { order, bound, max_depth, livelock: false, alone: usize::MAX, ..settings.clone() };
        let settings = if tactic == Tactic::Dpor { settings.by_dpor() } else { settings };
        let search = Some(Search::beside(settings, watch));
        Self { tactic, weight, search, done: 0, before: 0, completed: None, few_rounds: false, walks: 0 }
    }

    /// The same from its beginning.
    pub fn again(&self, settings: &Settings, watch: &'s Watch) -> Self {
        Self { done: self.done, before: self.done, ..Self::new((self.tactic, self.weight), settings, watch) }
    }

    /// Goes on with so much work; when everything within a bound is visited, with the next.
    pub fn go_on(&mut self, path: &mut Path<'_>, work: u64) {
        let until = self.done + work;
        while let Some(search) = self.search.as_mut().filter(|_| self.done < until) {
            search.go_on(std::slice::from_mut(path), Some(until - self.before));
            self.done = self.before + search.share.work();
            if !search.is_over() || !refuted_by(std::slice::from_ref(path)).is_empty() {
                return;
            }
            // Runs that were cut for another reason than the bound make the claim about the bound untrue.
            if search.findings.is_complete() {
                self.completed = Some(search.settings.bound);
                self.few_rounds = search.did_put_off();
            }
            match search.settings.bound.next().filter(|_| search.is_pruned()) {
                Some(bound) => search.raise(bound),
                // What has explored everything is asked for it.
                None if self.tactic == Tactic::Dpor && search.findings.is_complete() => return,
                None => self.search = None,
            }
        }
    }

    /// Ends its search, for memory is short: what it remembers would be missing elsewhere.
    fn rest(&mut self) {
        self.walks = self.walks();
        self.search = None;
    }

    /// Sampled runs.
    fn walks(&self) -> u64 {
        self.search.as_ref().map_or(self.walks, Search::walks)
    }

    pub fn done(&self) -> u64 {
        self.done
    }

    pub fn has_violation(&self) -> bool {
        self.search.as_ref().is_some_and(|search| search.findings.has_violation())
    }

    /// Whether it is the one that leads to the goal, and has not come there.
    fn is_urgent(&self) -> bool {
        let completed = |bound: Bound| bound.most() >= GOAL;
        self.tactic == Tactic::Preemptions && self.search.is_some() && !self.completed.is_some_and(completed)
    }

    fn samples(&self) -> bool {
        matches!(self.tactic, Tactic::Sample(_))
    }

    fn weight(&self) -> u64 {
        if self.is_urgent() { URGENT * self.weight } else { self.weight }
    }

    /// The search, if it has explored everything.
    fn take_proof(&mut self) -> Option<Search<'s>> {
        self.search.take_if(|search| search.is_over() && search.findings.is_complete())
    }

    pub fn tried(&self) -> Option<Tried> {
        let number = self.walks();
        let runs = match (self.tactic, self.completed) {
            (Tactic::Sample(_), _) if number > 0 => TriedRuns::Sample { number },
            (_, Some(Bound::Preemptions(most))) => TriedRuns::Preemptions { most },
            (_, Some(Bound::Delays(most))) => TriedRuns::Delays { most },
            (_, Some(Bound::Contexts(most))) => TriedRuns::Contexts { most },
            _ => return None,
        };
        Some(Tried { runs, rounds: self.few_rounds.then_some(ROUNDS) })
    }
}

/// After how much work other searches take turns with the whole one; `None` if they make no sense, because it is asked for
/// more than one violation, in any order, of any run.
pub fn first_turn(settings: &Settings) -> Option<u64> {
    match settings.beside {
        Beside::After(work) => return Some(work),
        Beside::Never => return None,
        Beside::IfLarge => {}
    }
    let semantics = &settings.semantics;
    let is_wanted = settings.order == OrderKind::DepthFirst
        && settings.bound == Bound::None
        && settings.max_states.is_none()
        && semantics.platform.is_none()
        && !semantics.granularity.is_single()
        && !settings.all;
    is_wanted.then_some(SMALL)
}

/// Machines for searches that do not share those of the workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// With the semantics of dynamic partial-order reduction ([`Settings::by_dpor`]).
    Dpor,
    /// Like those of the workers, for the search with a bound on preemptions.
    Bounded,
}

/// What lasts from round to round of the whole search.
pub struct Portfolio<'p, 's> {
    settings: &'s Settings,
    watch: &'s Watch,
    /// After how much work the others begin.
    first: u64,
    /// Whether a round, with more assumptions, turned out not to be small.
    is_large: bool,
    apart: Option<Apart<'p, 's>>,
    /// Work of the whole search in rounds before.
    earlier: u64,
}

impl<'p, 's> Portfolio<'p, 's> {
    pub fn new(settings: &'s Settings, first: u64, watch: &'s Watch) -> Self {
        Self { settings, watch, first, is_large: false, apart: None, earlier: 0 }
    }

    /// The path of the search that has one for itself.
    pub fn path_apart(self) -> Option<Path<'p>> {
        self.apart.map(|apart| apart.path)
    }

    /// Searches the whole state space, and beside it for violations. `extra` makes paths for those that do not share the workers' ones.
    ///
    /// What a run refutes makes all that was done in vain, so once a program is known not to be small, sampled runs come first: they get to
    /// places early that a depth-first search comes to late.
    pub fn round(&mut self, paths: &mut Vec<Path<'p>>, extra: &mut dyn FnMut(Extra) -> Option<Path<'p>>) -> Explored {
        let mut whole = Search::new(self.settings.clone(), self.settings.jobs, self.watch);
        let explored = self.turns(&mut whole, paths, extra);
        self.earlier += whole.share.work();
        let Self { settings, watch, .. } = *self;
        explored.unwrap_or_else(|members| {
            let mut explored = conclude(whole, &mut paths[..settings.jobs], watch);
            explored.statistics.beside = watch.beside.statistics().transitions;
            let is_limit = |limit: &Limit| *limit != Limit::FirstViolation;
            if explored.collected.limits.iter().any(is_limit) || watch.is_stopped() {
                explored.tried = self.apart.iter().filter_map(Apart::tried).collect();
                explored.tried.extend(members.iter().filter_map(Member::tried));
            }
            explored
        })
    }

    /// Lets the whole search and the others take turns. If one of the others has the answer, that; else all others.
    fn turns(
        &mut self,
        whole: &mut Search<'s>,
        paths: &mut Vec<Path<'p>>,
        extra: &mut dyn FnMut(Extra) -> Option<Path<'p>>,
    ) -> Result<Explored, Vec<Member<'s>>> {
        let Self { settings, watch, first, .. } = *self;
        let mut members: Vec<Member<'s>> = Vec::new();
        let mut dpor: Option<Member<'s>> = None;
        let shortest = first / SHORTEST;
        let (mut until, probe) = if self.is_large { (1, first) } else { (first, first / SHARE_BEFORE) };
        let mut probe = Some(probe);
        let patience = if self.is_large { shortest / 2 } else { 0 };
        paths.iter_mut().for_each(|path| path.patience = patience);
        loop {
            whole.go_on(&mut paths[..settings.jobs], Some(until));
            if whole.is_over() || watch.is_stopped() {
                return Err(members);
            }
            if members.is_empty() {
                if !self.is_large {
                    self.is_large = true;
                    self.apart = extra(Extra::Bounded).map(|path| Apart::new(path, settings, watch));
                }
                let is_apart = |tactic| self.apart.is_some() && tactic == Tactic::Preemptions;
                let shared = BESIDE.into_iter().filter(|&(tactic, _)| !is_apart(tactic));
                members = shared.map(|tactic| Member::new(tactic, settings, watch)).collect();
                if settings.against_dpor().is_none() {
                    if paths.len() == settings.jobs {
                        paths.extend(extra(Extra::Dpor));
                    }
                    dpor = (paths.len() > settings.jobs).then(|| Member::new((Tactic::Dpor, 1), settings, watch));
                }
            }
            if watch.room.is_short() {
                members.iter_mut().chain(self.apart.iter_mut().map(|apart| &mut apart.member)).for_each(Member::rest);
            }
            let (paths_of_all, path_of_dpor) = paths.split_at_mut(settings.jobs);
            let mut turns: Vec<Turn<'_, 's, 'p>> = Vec::new();
            if let (Some(member), [path]) = (&mut dpor, path_of_dpor) {
                let share = share_of_dpor(whole, settings.jobs).saturating_sub(member.done);
                let work = if probe.is_some() { share.max(shortest) } else { share };
                if member.search.is_some() && work >= shortest {
                    turns.push(Turn::Shared { path, due: vec![(member, work)] });
                }
            }
            let mut budget = share_of_others(whole.share.work(), &members);
            if let Some(apart) = self.apart.as_mut().filter(|apart| apart.member.search.is_some()) {
                let member = &apart.member;
                let all = share_of_others(self.earlier + whole.share.work(), std::slice::from_ref(member));
                let weights = member.weight() + members.iter().map(Member::weight).sum::<u64>();
                let share = all / weights * member.weight();
                budget = budget.min(all - share);
                let work = share.saturating_sub(member.done);
                if work >= shortest {
                    turns.push(Turn::Apart { apart, work });
                }
            }
            let done: u64 = members.iter().map(|member| member.done).sum();
            let budget = budget.saturating_sub(done);
            let due = match probe.take() {
                Some(work) => due_to_probe(&mut members, work),
                None if budget >= shortest => due_by_weight(&mut members, budget, shortest, settings.jobs),
                None => Vec::new(),
            };
            let mut due_on: Vec<_> = paths_of_all.iter_mut().map(|path| (path, Vec::new())).collect();
            due.into_iter().enumerate().for_each(|(number, one)| due_on[number % settings.jobs].1.push(one));
            turns.extend(due_on.into_iter().map(|(path, due)| Turn::Shared { path, due }));
            take(turns, settings, watch);
            if self.apart.is_some() {
                // What it found may be no violation, and then was forgotten.
                if dpor.iter().chain(&members).any(Member::has_violation) {
                    watch.stop(Reason::FirstViolation);
                }
            }
            // Whatever comes now would be done in vain.
            if paths.iter().any(|path| !path.refuted().is_empty()) {
                watch.stop(Reason::Refuted);
            }
            if let Some(proof) = dpor.as_mut().and_then(Member::take_proof).filter(|_| whole.findings.is_complete()) {
                let mut explored = conclude(proof, &mut paths[settings.jobs..], watch);
                explored.statistics.beside = steps_of_all(watch) - explored.statistics.transitions;
                return Ok(explored);
            }
            if watch.stopped_by(Reason::FirstViolation) {
                if let Some(explored) = self.found_apart(paths) {
                    return Ok(explored);
                }
                let mut searches = dpor.iter_mut().chain(&mut members).filter_map(|member| member.search.take());
                if let Some(found) = searches.find(|search| search.findings.has_violation()) {
                    let is_dpor = found.settings.order == OrderKind::Dpor;
                    let paths = if is_dpor { &mut paths[settings.jobs..] } else { &mut paths[..settings.jobs] };
                    return Ok(of_violation(found, paths, is_dpor, watch));
                }
            }
            if watch.is_stopped() {
                return Err(members);
            }
            let work = whole.share.work();
            until = work + (work / 2).clamp(shortest, LONGEST.max(shortest));
        }
    }

    /// The violation of the search with assumptions of its own, whose path becomes the first one.
    fn found_apart(&mut self, paths: &mut [Path<'p>]) -> Option<Explored> {
        let (path, found, refuted) = self.apart.take_if(|apart| apart.member.has_violation())?.take();
        paths[0] = path;
        let explored = of_violation(found?, &mut paths[..1], false, self.watch);
        Some(Explored { refuted, has_own_assumptions: true, ..explored })
    }
}

/// What a search beside the whole one has found. How far this one came is nothing that a violation rests on.
fn of_violation(found: Search<'_>, paths: &mut [Path<'_>], is_dpor: bool, watch: &Watch) -> Explored {
    let mut explored = conclude(found, paths, watch);
    if !is_dpor {
        explored.statistics = watch.statistics();
    }
    explored.statistics.beside = steps_of_all(watch) - explored.statistics.transitions;
    explored.collected.limits.clear();
    explored
}

fn steps_of_all(watch: &Watch) -> u64 {
    watch.statistics().transitions + watch.beside.statistics().transitions
}

/// What is due to the searches that sample runs before all others.
fn due_to_probe<'m, 's>(members: &'m mut [Member<'s>], work: u64) -> Vec<(&'m mut Member<'s>, u64)> {
    let weights: u64 = members.iter().filter(|member| member.samples()).map(|member| member.weight).sum();
    let samples = members.iter_mut().filter(|member| member.samples());
    let due = samples.map(|member| {
        let due = work / weights * member.weight;
        (member, due)
    });
    due.collect()
}

/// What is due to each by its weight; those that have had the least come first. Short turns are not worth a replay.
fn due_by_weight<'m, 's>(
    members: &'m mut [Member<'s>],
    budget: u64,
    shortest: u64,
    jobs: usize,
) -> Vec<(&'m mut Member<'s>, u64)> {
    let mut left: Vec<&mut Member<'s>> = members.iter_mut().filter(|member| member.search.is_some()).collect();
    left.sort_by_key(|member| member.done / member.weight());
    let all: u64 = budget + left.iter().map(|member| member.done).sum::<u64>();
    let weights: u64 = left.iter().map(|member| member.weight()).sum();
    let due = left.into_iter().map(|member| {
        let due = (all / weights * member.weight()).saturating_sub(member.done);
        (member, due.min(budget / jobs as u64))
    });
    due.filter(|&(_, work)| work >= shortest / SHORTEST).collect()
}

/// The work that searches with bounds and samples may have done by now, all together, beside so much of the whole one.
fn share_of_others(work: u64, members: &[Member<'_>]) -> u64 {
    if members.iter().any(Member::is_urgent) {
        let to_equal = work.saturating_sub(LARGE) / SHARE_BEFORE * (SHARE_BEFORE - 1);
        work / SHARE_BEFORE + to_equal + work.saturating_sub(HUGE)
    } else {
        work / SHARE
    }
}

/// The work that dynamic partial-order reduction may have done by now.
fn share_of_dpor(whole: &Search<'_>, jobs: usize) -> u64 {
    let Statistics { transitions, matched, .. } = whole.share.counts.statistics();
    let share = if matched <= transitions / FEW_MATCH { 1 } else { DPOR_SHARE };
    whole.share.work() / jobs as u64 / share
}

/// What is to be done before the whole search goes on.
enum Turn<'t, 's, 'p> {
    /// By members on a path, one after the other.
    Shared {
        path: &'t mut Path<'p>,
        due: Vec<(&'t mut Member<'s>, u64)>,
    },
    Apart {
        apart: &'t mut Apart<'p, 's>,
        work: u64,
    },
}

impl<'s> Turn<'_, 's, '_> {
    fn take(&mut self, settings: &Settings, watch: &'s Watch) {
        match self {
            Self::Shared { path, due } => due.iter_mut().for_each(|(member, work)| member.go_on(path, *work)),
            Self::Apart { apart, work } => apart.take_turn(*work, settings, watch),
        }
    }
}

/// Lets members go on, on as many paths at a time as there are workers.
fn take<'s>(mut turns: Vec<Turn<'_, 's, '_>>, settings: &Settings, watch: &'s Watch) {
    for turns in turns.chunks_mut(settings.jobs) {
        std::thread::scope(|scope| {
            let (first, others) = turns.split_first_mut().expect("no chunk is empty");
            for turn in others {
                scope.spawn(|| turn.take(settings, watch));
            }
            first.take(settings, watch);
        });
    }
}
