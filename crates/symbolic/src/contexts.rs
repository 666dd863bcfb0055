//! Algorithm 1 of Suwimonteerabuth, Esparza and Schwoon (SPIN 2008): context by context, one view tuple after the other, for n threads.
//!
//! Breadth first, so the first tuple that reaches a goal needs the fewest contexts. A tuple that is
//! contained in an earlier one adds nothing (the earlier one had at least as many contexts left and
//! is closed under its last thread's moves), so the search may run dry before the bound: then every
//! configuration has been seen, whatever the number of contexts. If stacks grow forever it does not run
//! dry, but what is visible may converge all the same (`converge`).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use heddle_bdd::Bdd;
use rustc_hash::FxHashSet;

use crate::converge::Visible;
use crate::network::{Label, Network, Rest};
use crate::saturate::saturate;
use crate::space::{Copy, Space};
use crate::split::{Splitting, classes};
use crate::view::{BOTTOM, Names, State, View};

#[derive(Clone, Debug)]
pub struct Bounds {
    pub contexts: u32,
    /// How views are split; `None` keeps all threads together instead.
    pub splitting: Option<Splitting>,
    /// Go on after the first goal.
    pub all: bool,
    /// Find out which threads lead to goals.
    pub schedules: bool,
}

/// A goal that was reached.
#[derive(Clone, Debug)]
pub struct Hit {
    pub what: Goal,
    /// The active threads of the contexts that lead there.
    pub schedule: Vec<usize>,
    /// The configurations: the context's beginning, the globals now, the top frame's locals.
    pub weight: Bdd,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    Label {
        thread: usize,
        label: Label,
    },
    /// All threads wait; where each of them stands.
    Deadlock {
        labels: Vec<Label>,
    },
}

#[derive(Default)]
pub struct Explored {
    pub hits: Vec<Hit>,
    /// Every label that some thread reached, with the fewest contexts.
    pub reached: BTreeMap<Label, u32>,
    /// View tuples taken from the worklist.
    pub tuples: u64,
    /// The most contexts of a tuple that was worked on.
    pub contexts: u32,
    /// Nothing was left when the search ended: the bound on contexts does not matter.
    pub converged: bool,
    /// Calls can be nested without end.
    pub endless: bool,
}

struct Item {
    level: u32,
    last: Option<usize>,
    schedule: Vec<usize>,
    views: Vec<Rc<View>>,
}

/// All configurations within the bounds. `each` sees every view tuple.
pub fn explore(
    space: &Space,
    network: &mut dyn Network,
    bounds: &Bounds,
    visible: Option<&mut Visible>,
    each: &mut dyn FnMut(&[Rc<View>]),
) -> Explored {
    let mut visible = visible;
    let mut names = Names::default();
    let mut explored = Explored { converged: true, ..Explored::default() };
    let first = Item { level: 0, last: None, schedule: Vec::new(), views: initial(space, network) };
    each(&first.views);
    let mut seen = Seen::new(bounds.views());
    seen.add(space, &first.views);
    if let Some(visible) = &mut visible {
        visible.begin(space, network, &first.views);
    }
    let mut queue = VecDeque::from([first]);
    let mut level = 0;
    while let Some(item) = queue.pop_front() {
        if item.level > level {
            level = item.level;
            let converges = visible.as_mut().is_some_and(|visible| visible.converges(space, network));
            if converges && explored.converged {
                return explored;
            }
        }
        if item.level >= bounds.contexts {
            explored.converged = false;
            continue;
        }
        explored.tuples += 1;
        for thread in (0..network.threads()).filter(|&thread| Some(thread) != item.last) {
            let after =
                context(space, network, &mut names, bounds, &item, thread, &mut explored, visible.as_deref_mut());
            network.note(&explored);
            for next in after {
                if bounds.done(&explored) || network.stop() || space.bdds.is_exhausted() {
                    explored.converged = false;
                    return explored;
                }
                if seen.covers(space, &next.views) {
                    continue;
                }
                each(&next.views);
                explored.contexts = next.level;
                deadlocks(space, network, &next, &mut explored);
                seen.add(space, &next.views);
                queue.push_back(next);
            }
            let short = visible.as_ref().is_some_and(|visible| visible.short().is_some());
            let ends = bounds.done(&explored) || network.is_incomplete() || network.stop();
            if ends || short || space.bdds.is_exhausted() {
                explored.converged = false;
                return explored;
            }
        }
    }
    explored
}

impl Bounds {
    /// How views are split if threads are kept apart.
    pub fn views(&self) -> Splitting {
        self.splitting.unwrap_or(Splitting::Slice)
    }

    pub(crate) fn done(&self, explored: &Explored) -> bool {
        !self.all && !explored.hits.is_empty()
    }
}

fn initial(space: &Space, network: &mut dyn Network) -> Vec<Rc<View>> {
    let (bdds, threads) = (&space.bdds, network.threads());
    let mut view = |thread: usize| {
        let weight = bdds.rename(&network.initial(space, thread), &space.now_to_start);
        Rc::new(View { top: BTreeMap::from([((network.start(thread), BOTTOM), weight)]), frames: BTreeMap::new() })
    };
    (0..threads).map(&mut view).collect()
}

/// The tuples after one context of a thread.
#[allow(clippy::too_many_arguments)]
fn context(
    space: &Space,
    network: &mut dyn Network,
    names: &mut Names,
    bounds: &Bounds,
    item: &Item,
    thread: usize,
    explored: &mut Explored,
    visible: Option<&mut Visible>,
) -> Vec<Item> {
    let bdds = &space.bdds;
    let start = &space.globals[Copy::Start as usize];
    let domain = domain(space, &item.views);
    let mut schedule = item.schedule.clone();
    schedule.push(thread);
    let level = item.level + 1;
    let begin = bdds.and(&bdds.minus(&domain, &over(space, network)), &space.unchanged);
    let lifted = View {
        top: item.views[thread].top.iter().map(|(&key, weight)| (key, bdds.and(weight, &begin))).collect(),
        frames: item.views[thread].frames.clone(),
    };
    let all = bounds.all;
    let mut reach = |network: &dyn Network, label: Label, delta: &Bdd| {
        explored.reached.entry(label).or_insert(level);
        if network.is_goal(label) {
            let what = Goal::Label { thread, label };
            if !explored.hits.iter().any(|hit| hit.what == what) {
                explored.hits.push(Hit { what, schedule: schedule.clone(), weight: delta.clone() });
            }
            return all;
        }
        true
    };
    let mut run = saturate(space, network, names, thread, &lifted, &mut reach);
    explored.endless |= run.endless;
    if !run.moved || network.is_incomplete() {
        return Vec::new();
    }
    if let Some(visible) = visible {
        visible.context(space, network, &item.views, thread, &run.view.top);
    }
    run.view.top.retain(|(label, _), weight| {
        match network.rests(space, thread, *label) {
            Rest::Never => return false,
            Rest::Always => {}
            Rest::If(condition) => *weight = bdds.and(weight, &condition),
        }
        !bdds.is_false(weight)
    });
    let moves = run.view.top.values().fold(bdds.no(), |all, weight| bdds.or(&all, &bdds.exists(weight, &space.rest)));
    let inactive: Vec<&View> = others(&item.views, thread).map(|(_, view)| &**view).collect();
    let mut items = Vec::new();
    for class in classes(space, bounds.views(), &moves, &domain, &inactive) {
        let beginnings = bdds.exists(&class, &space.globals[Copy::Now as usize]);
        let ends = bdds.exists(&class, start);
        let mut views = item.views.clone();
        let mut active = run.view.clone();
        for weight in active.top.values_mut() {
            let within = bdds.and(weight, &ends);
            *weight = bdds.rename(&bdds.and_exists(&within, &beginnings, start), &space.now_to_start);
        }
        active.top.retain(|_, weight| !bdds.is_false(weight));
        for state in &run.fresh {
            if let Some(frames) = active.frames.get_mut(state) {
                let mut within = (**frames).clone();
                within.values_mut().for_each(|weight| *weight = bdds.and_exists(weight, &beginnings, start));
                within.retain(|_, weight| !bdds.is_false(weight));
                *frames = Rc::new(within);
            }
        }
        active.prune();
        names.settle(bdds, &mut active, &run.fresh);
        views[thread] = Rc::new(active);
        for (other, view) in others(&item.views, thread) {
            let mut moved = (**view).clone();
            for weight in moved.top.values_mut() {
                *weight = bdds.rename(&bdds.and_exists(weight, &class, start), &space.now_to_start);
            }
            moved.top.retain(|_, weight| !bdds.is_false(weight));
            moved.prune();
            views[other] = Rc::new(moved);
        }
        items.push(Item { level, last: Some(thread), schedule: schedule.clone(), views });
        bdds.tidy();
    }
    items
}

/// When nobody moves any more, at the beginning of a context.
fn over(space: &Space, network: &mut dyn Network) -> Bdd {
    let over = network.over(space).unwrap_or_else(|| space.bdds.no());
    space.bdds.rename(&over, &space.now_to_start)
}

fn others(views: &[Rc<View>], thread: usize) -> impl Iterator<Item = (usize, &Rc<View>)> {
    views.iter().enumerate().filter(move |(other, _)| *other != thread)
}

/// Valuations of the globals on which all threads agree.
fn domain(space: &Space, views: &[Rc<View>]) -> Bdd {
    let bdds = &space.bdds;
    views.iter().fold(bdds.yes(), |all, view| bdds.and(&all, &of(space, view.top.values())))
}

fn of<'a>(space: &Space, weights: impl Iterator<Item = &'a Bdd>) -> Bdd {
    let bdds = &space.bdds;
    weights.fold(bdds.no(), |all, weight| bdds.or(&all, &bdds.exists(weight, &space.rest)))
}

/// Whether all threads can stand still at once while one of them still has something to do. A view
/// tuple is a product, so it is enough that the threads' globals meet.
fn deadlocks(space: &Space, network: &mut dyn Network, item: &Item, explored: &mut Explored) {
    let bdds = &space.bdds;
    let mut stuck: Vec<Vec<(Label, Bdd)>> = Vec::new();
    for (thread, view) in item.views.iter().enumerate() {
        let mut here: BTreeMap<Label, Bdd> = BTreeMap::new();
        for (&(label, _), weight) in &view.top {
            let Some(blocked) = network.blocked(space, thread, label) else { continue };
            let blocked = bdds.rename(&blocked, &space.now_to_start);
            let globals = bdds.and_exists(weight, &blocked, &space.rest);
            if !bdds.is_false(&globals) {
                let known = here.entry(label).or_insert_with(|| bdds.no());
                *known = bdds.or(known, &globals);
            }
        }
        if here.is_empty() {
            return;
        }
        stuck.push(here.into_iter().collect());
    }
    let mut found = BTreeSet::new();
    let before_end = bdds.not(&over(space, network));
    meet(space, network, &stuck, &mut Vec::new(), &before_end, &mut |labels, globals| {
        let what = Goal::Deadlock { labels: labels.to_vec() };
        if found.insert(labels.to_vec()) && !explored.hits.iter().any(|hit| hit.what == what) {
            explored.hits.push(Hit { what, schedule: item.schedule.clone(), weight: globals.clone() });
        }
    });
}

fn meet(
    space: &Space,
    network: &dyn Network,
    stuck: &[Vec<(Label, Bdd)>],
    labels: &mut Vec<Label>,
    globals: &Bdd,
    found: &mut dyn FnMut(&[Label], &Bdd),
) {
    let Some(here) = stuck.get(labels.len()) else {
        if labels.iter().any(|&label| !network.done(label)) {
            found(labels, globals);
        }
        return;
    };
    for (label, weight) in here {
        let both = space.bdds.and(globals, weight);
        if !space.bdds.is_false(&both) {
            labels.push(*label);
            meet(space, network, stuck, labels, &both, found);
            labels.pop();
        }
    }
}

/// The transitions from the initial state of a view.
type Key = Vec<((Label, State), Bdd)>;

/// Tuples seen so far.
struct Seen {
    exact: Option<FxHashSet<Vec<Key>>>,
    tuples: Vec<Vec<Rc<View>>>,
}

impl Seen {
    /// Eager splitting makes very many tuples with one valuation each, among which only equal ones
    /// are worth looking for.
    fn new(splitting: Splitting) -> Self {
        Self { exact: (splitting == Splitting::Eager).then(FxHashSet::default), tuples: Vec::new() }
    }

    fn covers(&self, space: &Space, views: &[Rc<View>]) -> bool {
        if let Some(exact) = &self.exact {
            return exact.contains(&key(views));
        }
        self.tuples.iter().any(|tuple| tuple.iter().zip(views).all(|(known, view)| contains(space, known, view)))
    }

    fn add(&mut self, _space: &Space, views: &[Rc<View>]) {
        match &mut self.exact {
            Some(exact) => {
                exact.insert(key(views));
            }
            None => self.tuples.push(views.to_vec()),
        }
    }
}

fn key(views: &[Rc<View>]) -> Vec<Key> {
    views.iter().map(|view| view.top.iter().map(|(&key, weight)| (key, weight.clone())).collect()).collect()
}

fn contains(space: &Space, known: &View, view: &View) -> bool {
    view.top.iter().all(|(key, weight)| {
        known.top.get(key).is_some_and(|more| more == weight || space.bdds.is_false(&space.bdds.minus(weight, more)))
    })
}
