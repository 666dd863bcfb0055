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
//! Turns are measured in work of the machine, which grows with the length of steps and the size of states as time does, so
//! that one worker finds the same violation every time.

use heddle_verdict::{Limit, Statistics, Tried, TriedRuns};

use crate::path::Path;
use crate::run::{Explored, conclude};
use crate::search::dfs::ROUNDS;
use crate::search::resumable::Search;
use crate::settings::{Beside, Bound, OrderKind, Sampling, Settings};
use crate::watch::{Reason, Watch};

/// Work after which a program is not small: some 100,000 steps, a fraction of a second.
const SMALL: u64 = 5_000_000;
/// How much of the work of the whole search the others do together: one part in so many. Their steps take about twice the
/// time of the whole search's, since what switching costs has to be found out.
const SHARE: u64 = 6;
/// The shortest turn is one part in so many of the first.
const SHORTEST: u64 = 5;
/// Work of the longest turn: some seconds.
const LONGEST: u64 = 100_000_000;
/// Steps of a sampled run: it has to end.
const WALK_STEPS: u64 = 20_000;
/// Sampled runs that are too many for any search.
const WALKS: u64 = u64::MAX;
/// The store keeps costs in eight bits.
const MOST: u32 = 200;

/// Searches beside the whole one: each with a weight, which is its share of their work.
const BESIDE: [(Tactic, u64); 6] = [
    (Tactic::Preemptions, 4),
    (Tactic::Delays, 3),
    (Tactic::Sample(Sampling::Pct { depth: 3 }), 1),
    (Tactic::Sample(Sampling::PartialOrder), 1),
    (Tactic::Contexts, 1),
    (Tactic::Sample(Sampling::Uniform), 1),
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tactic {
    Preemptions,
    Delays,
    Contexts,
    Sample(Sampling),
}

impl Tactic {
    /// The order and the bound of its search number `round`, counted from 0; `None` if there are no more.
    fn round(self, round: u32) -> Option<(OrderKind, Bound)> {
        let bounded = |bound| (round < MOST).then_some((OrderKind::DepthFirst, bound));
        match self {
            Self::Preemptions => bounded(Bound::Preemptions(round)),
            Self::Delays => bounded(Bound::Delays(round)),
            Self::Contexts => bounded(Bound::Contexts(round + 2)),
            Self::Sample(by) => (round == 0).then_some((OrderKind::Sample { by, seed: 0, walks: WALKS }, Bound::None)),
        }
    }
}

/// A tactic at work.
struct Member<'s> {
    tactic: Tactic,
    weight: u64,
    round: u32,
    /// The current round; `None` if there are no more.
    search: Option<Search<'s>>,
    /// Work of the rounds before.
    done: u64,
    /// The last round that was completed.
    completed: Option<Bound>,
    /// What follows a thread's coming to the same place very often was left out of it.
    few_rounds: bool,
}

impl<'s> Member<'s> {
    fn new((tactic, weight): (Tactic, u64), settings: &Settings, watch: &'s Watch) -> Self {
        let mut member = Self { tactic, weight, round: 0, search: None, done: 0, completed: None, few_rounds: false };
        member.begin(settings, watch);
        member
    }

    fn begin(&mut self, settings: &Settings, watch: &'s Watch) {
        self.search = self.tactic.round(self.round).map(|(order, bound)| {
            let is_sample = order != OrderKind::DepthFirst;
            let max_depth = settings.max_depth.or(is_sample.then_some(WALK_STEPS));
            let settings = Settings { order, bound, max_depth, livelock: false, alone: usize::MAX, ..settings.clone() };
            Search::beside(settings, watch)
        });
    }

    fn work(&self) -> u64 {
        self.done + self.search.as_ref().map_or(0, |search| search.share.work())
    }

    /// Goes on with so much work; a round that is completed is followed by the next.
    fn go_on(&mut self, path: &mut Path<'_>, work: u64, settings: &Settings, watch: &'s Watch) {
        let until = self.work() + work;
        while let Some(search) = &mut self.search {
            let left = until.saturating_sub(self.done);
            if search.share.work() >= left {
                return;
            }
            search.go_on(std::slice::from_mut(path), Some(left));
            if !search.is_over() {
                return;
            }
            // Runs that were cut for another reason than the bound make the claim about the bound untrue.
            if search.findings.is_complete() {
                self.completed = Some(search.settings.bound);
                self.few_rounds = search.did_put_off();
            }
            self.done += search.share.work();
            // A round that was not pruned has seen everything that the next would.
            self.round = if search.findings.is_pruned() { self.round + 1 } else { u32::MAX };
            self.begin(settings, watch);
        }
    }

    fn tried(&self) -> Option<Tried> {
        let number = self.search.as_ref().map_or(0, Search::walks);
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
    if let Beside::After(work) = settings.beside {
        return Some(work);
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

/// Searches the whole state space, and beside it for violations.
pub fn portfolio<'s>(paths: &mut [Path<'_>], settings: &Settings, first: u64, watch: &'s Watch) -> Explored {
    let mut whole = Search::new(settings.clone(), paths.len(), watch);
    let mut members: Vec<Member<'s>> = Vec::new();
    let shortest = first / SHORTEST;
    let mut until = first;
    loop {
        whole.go_on(paths, Some(until));
        if whole.is_over() || watch.is_stopped() {
            break;
        }
        if members.is_empty() {
            members = BESIDE.map(|tactic| Member::new(tactic, settings, watch)).into();
        }
        let done: u64 = members.iter().map(Member::work).sum();
        let budget = (whole.share.work() / SHARE).saturating_sub(done);
        if budget >= shortest {
            take_turns(&mut members, paths, budget, settings, watch);
        }
        if watch.stopped_by(Reason::FirstViolation) {
            let mut searches = members.iter_mut().filter_map(|member| member.search.take());
            if let Some(found) = searches.find(|search| search.findings.has_violation()) {
                let beside = watch.beside.statistics().transitions;
                let statistics = Statistics { beside, ..watch.statistics() };
                let mut explored = Explored { statistics, ..conclude(found, paths, watch) };
                // How far this search came is nothing that a violation rests on.
                explored.collected.limits.clear();
                return explored;
            }
        }
        if watch.is_stopped() {
            break;
        }
        let work = whole.share.work();
        until = work + (work / 2).clamp(shortest, LONGEST.max(shortest));
    }
    let mut explored = conclude(whole, paths, watch);
    explored.statistics.beside = watch.beside.statistics().transitions;
    let is_cut = explored.collected.limits.iter().any(|limit| *limit != Limit::FirstViolation) || watch.is_stopped();
    if is_cut {
        explored.tried = members.iter().filter_map(Member::tried).collect();
    }
    explored
}

/// Lets those go on that have had the least for their weight, one on each path.
fn take_turns<'s>(
    members: &mut [Member<'s>],
    paths: &mut [Path<'_>],
    budget: u64,
    settings: &Settings,
    watch: &'s Watch,
) {
    let mut left: Vec<&mut Member<'s>> = members.iter_mut().filter(|member| member.search.is_some()).collect();
    left.sort_by_key(|member| member.work() / member.weight);
    let each = budget / paths.len() as u64;
    let mut turns = paths.iter_mut().zip(left);
    std::thread::scope(|scope| {
        let first = turns.next();
        for (path, member) in turns {
            scope.spawn(move || member.go_on(path, each, settings, watch));
        }
        if let Some((path, member)) = first {
            member.go_on(path, each, settings, watch);
        }
    });
}
