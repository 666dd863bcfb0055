//! All threads in one diagram, context by context: nothing has to be split.
//!
//! A set of configurations is one diagram over the globals, the position of every thread, and the
//! words of all frames that do not run. A context takes the frame on top of its thread out of the
//! words put aside, lets the thread alone run until nothing new comes, and puts it back wherever it
//! may rest. What a level adds is all that the next one starts from, so there are as many
//! saturations as threads times contexts, whatever the number of schedules; and when a level adds
//! nothing, every configuration has been seen (the sequence that CUBA observes has converged;
//! Liu and Wahl, PLDI 2018). The price: positions are numbered, so stacks must not grow forever.
//! View tuples (`contexts`) have no such bound.

mod trace;

use std::collections::{BTreeMap, BTreeSet};

use heddle_bdd::Bdd;
use rustc_hash::FxHashMap;

use crate::contexts::{Bounds, Explored, Goal, Hit};
use crate::network::{Exit, Label, Network, Pass, Rest, Rule};
pub use crate::places::Short;
use crate::places::{EMPTY, Places, Stack};
use crate::saturate::RESULT;
use crate::space::{Copy, Room, Space};
use trace::Target;

struct Joint<'a> {
    space: &'a Space,
    network: &'a mut dyn Network,
    places: Places,
}

/// One thread's context, on the way.
#[derive(Default)]
struct Run {
    reached: BTreeMap<(Stack, Label), Bdd>,
    pending: FxHashMap<(Stack, Label), Bdd>,
    queue: BTreeSet<(u64, Stack, Label)>,
}

/// Sees the configurations that a level adds, and tells what the numbers of positions stand for:
/// the labels of a stack, top first.
pub type Each<'e> = &'e mut dyn FnMut(&Bdd, &dyn Fn(usize) -> Vec<Label>);

/// Sees every label with what is new there, and says whether to go on.
type Reach<'r> = &'r mut dyn FnMut(&Space, &dyn Network, Label, &Bdd) -> bool;

/// All configurations within the bounds, or what kept the search from listing them.
pub fn explore(
    space: &Space,
    network: &mut dyn Network,
    bounds: &Bounds,
    room: Room,
    each: Each<'_>,
) -> Result<Explored, Short> {
    let bdds = &space.bdds;
    let threads = network.threads();
    let mut joint = Joint::new(space, network, room);
    let mut explored = Explored { converged: true, ..Explored::default() };
    let mut frontier = joint.initial();
    each(&frontier, &|number| joint.places.labels(number));
    let mut known = frontier.clone();
    // By level: what each thread added.
    let mut levels: Vec<Vec<Bdd>> = Vec::new();
    for level in 1..=bounds.contexts {
        if bdds.is_false(&frontier) || joint.places.short.is_some() {
            break;
        }
        explored.tuples += 1;
        explored.contexts = level;
        let mut parts = Vec::new();
        for thread in 0..threads {
            let mut goals: BTreeMap<Label, Bdd> = BTreeMap::new();
            let reached = &mut explored.reached;
            let mut reach = |space: &Space, network: &dyn Network, label: Label, delta: &Bdd| {
                reached.entry(label).or_insert(level);
                if network.is_goal(label) {
                    let seen = goals.entry(label).or_insert_with(|| space.bdds.no());
                    *seen = space.bdds.or(seen, delta);
                    return bounds.all;
                }
                true
            };
            let rests = joint.context(thread, &frontier, &mut reach);
            for (label, weight) in goals {
                let what = Goal::Label { thread, label };
                if !explored.hits.iter().any(|hit| hit.what == what) {
                    let schedule = match bounds.schedules {
                        true => joint.schedule(&levels, thread, Target::Label(label)),
                        false => Vec::new(),
                    };
                    explored.hits.push(Hit { what, schedule, weight: joint.at_start(&weight) });
                }
            }
            joint.network.note(&explored);
            let ends = joint.places.short.is_some()
                || bounds.done(&explored)
                || joint.network.is_incomplete()
                || joint.network.stop()
                || bdds.is_exhausted();
            if ends {
                explored.converged = false;
                return joint.places.short.map_or(Ok(explored), Err);
            }
            parts.push(bdds.minus(&rests, &known));
            bdds.tidy();
        }
        frontier = parts.iter().fold(bdds.no(), |all, part| bdds.or(&all, part));
        known = bdds.or(&known, &frontier);
        levels.push(parts);
        joint.deadlocks(&levels, &mut explored, bounds.schedules);
        each(&frontier, &|number| joint.places.labels(number));
        if bounds.done(&explored) {
            explored.converged = false;
            return Ok(explored);
        }
    }
    explored.converged = bdds.is_false(&frontier);
    joint.places.short.map_or(Ok(explored), Err)
}

impl<'a> Joint<'a> {
    fn new(space: &'a Space, network: &'a mut dyn Network, room: Room) -> Self {
        Self { space, network, places: Places::new(room) }
    }

    fn initial(&mut self) -> Bdd {
        let bdds = &self.space.bdds;
        let mut all = bdds.yes();
        for thread in 0..self.network.threads() {
            let weight = self.network.initial(self.space, thread);
            let start = self.network.start(thread);
            let aside = self.places.put_aside(self.space, self.network, thread, (EMPTY, start), &weight);
            all = bdds.and(&all, &aside);
        }
        all
    }

    /// The configurations in which threads may move.
    fn before_end(&mut self, from: &Bdd) -> Bdd {
        match self.network.over(self.space) {
            Some(over) => self.space.bdds.minus(from, &over),
            None => from.clone(),
        }
    }

    /// Everything that a thread can do alone: where it may rest.
    fn context(&mut self, thread: usize, from: &Bdd, reach: Reach<'_>) -> Bdd {
        let (space, bdds) = (self.space, &self.space.bdds);
        let mut run = Run::default();
        let from = &self.before_end(from);
        let position = space.cube([space.positions[thread]], Copy::Now);
        for number in 0..self.places.positions().len() {
            let (stack, label) = self.places.positions()[number];
            let here = bdds.and_exists(from, &self.places.stands(space, thread, number), &position);
            if !bdds.is_false(&here) {
                let moves = self.places.moves(space, self.network, thread, stack, label);
                run.add(space, self.network, stack, label, &moves.restored(space, &here));
            }
        }
        while let Some((_, stack, label)) = run.queue.pop_first() {
            let delta = run.pending.remove(&(stack, label)).expect("queued positions have something pending");
            if self.network.stop() || bdds.is_exhausted() || self.places.short.is_some() {
                break;
            }
            if !reach(space, self.network, label, &delta) {
                break;
            }
            let rules = self.network.rules(space, thread, label, &delta);
            for rule in rules.iter() {
                self.fire(&mut run, thread, stack, rule, &delta);
            }
            bdds.tidy();
        }
        let mut rests = bdds.no();
        for ((stack, label), weight) in run.reached {
            let weight = match self.network.rests(space, thread, label) {
                Rest::Never => continue,
                Rest::Always => weight,
                Rest::If(condition) => bdds.and(&weight, &condition),
            };
            if !bdds.is_false(&weight) {
                let aside = self.places.put_aside(space, self.network, thread, (stack, label), &weight);
                rests = bdds.or(&rests, &aside);
            }
        }
        rests
    }

    fn fire(&mut self, run: &mut Run, thread: usize, stack: Stack, rule: &Rule, delta: &Bdd) {
        let (space, bdds) = (self.space, &self.space.bdds);
        match rule {
            Rule::Step { to, update } => {
                let weight = update.apply(space, delta);
                run.add(space, self.network, stack, *to, &weight);
            }
            Rule::Call { to, site, update, pass } => {
                let weight = update.apply(space, delta);
                if !bdds.is_false(&weight)
                    && let Some(above) = self.places.pushed(space, self.network, stack, *site)
                {
                    let entered = self.enter(thread, stack, *site, pass, &weight);
                    run.add(space, self.network, above, *to, &entered);
                }
            }
            Rule::Return { exit, update, value } => {
                let weight = update.apply(space, delta);
                if stack != EMPTY && !bdds.is_false(&weight) {
                    let locals = &space.locals[Copy::Now as usize];
                    let left = match value {
                        Some(value) => bdds.and_exists(&weight, value, locals),
                        None => bdds.exists(&weight, locals),
                    };
                    self.leave(run, thread, stack, *exit, &left);
                }
            }
        }
    }

    /// Puts the caller's frame aside and gives the callee its arguments.
    fn enter(&mut self, thread: usize, stack: Stack, site: Label, pass: &Pass, weight: &Bdd) -> Bdd {
        let bdds = &self.space.bdds;
        let moves = self.places.moves(self.space, self.network, thread, stack, site);
        let dead = bdds.and(&pass.forget, &moves.dead);
        let passed = bdds.and_exists(weight, &pass.relation, &dead);
        bdds.rename(&bdds.rename(&passed, &moves.save), &self.space.locals_link_to_now)
    }

    /// Takes the caller's frame back; the result, if there is one, is in its variable.
    fn leave(&mut self, run: &mut Run, thread: usize, stack: Stack, exit: Exit, left: &Bdd) {
        let (space, bdds) = (self.space, &self.space.bdds);
        let (below, site) = self.places.under(stack);
        let Some(resume) = self.network.resume(space, site, exit) else { return };
        let moves = self.places.moves(space, self.network, thread, below, site);
        let mut back = moves.restored(space, left);
        if let Some(dest) = resume.dest {
            // The destination is dead while the call runs.
            back = bdds.exists(&back, &space.cube([dest], Copy::Now));
            let taken = space.equals(dest, Copy::Now, &space.bits(RESULT, Copy::Now));
            back = bdds.and_exists(&back, &taken, &space.results);
        } else {
            back = bdds.exists(&back, &space.results);
        }
        run.add(space, self.network, below, resume.to, &back);
    }

    /// The globals of configurations, as if they were those at the beginning of a context.
    fn at_start(&self, weight: &Bdd) -> Bdd {
        let bdds = &self.space.bdds;
        bdds.rename(&bdds.exists(weight, &self.space.locals_and_aside()), &self.space.now_to_start)
    }
}

impl Run {
    fn add(&mut self, space: &Space, network: &dyn Network, stack: Stack, label: Label, weight: &Bdd) {
        let bdds = &space.bdds;
        let known = self.reached.entry((stack, label)).or_insert_with(|| bdds.no());
        let new = bdds.minus(weight, known);
        if bdds.is_false(&new) {
            return;
        }
        *known = bdds.or(known, &new);
        let pending = self.pending.entry((stack, label)).or_insert_with(|| bdds.no());
        *pending = bdds.or(pending, &new);
        self.queue.insert((network.rank(label), stack, label));
    }
}
