//! The product of the reduced system with the automaton of the negated formula.
//!
//! The machine can only step forward and back along a path, so the system is kept: a state is expanded
//! once, when the search of the product first needs its successors, and only then has the machine to
//! stand at it. It goes there by the run on which the state was first found, so that indices of threads
//! mean what they meant then.

use heddle_machine::{Fingerprint, StepEnd, Stop};
use heddle_verdict::{Choice, Limit};
use rustc_hash::FxHashMap;

use super::Temporal;
use super::emptiness::{Graph, Marks};
use crate::findings::Findings;
use crate::path::Path;
use crate::settings::StoreKind;
use crate::store::Seen;
use crate::watch::{Tally, Watch};

/// A step of the system.
#[derive(Clone, Copy)]
struct Step {
    choice: Choice,
    /// The thread that moves, under the name that it has on all runs.
    thread: u16,
    to: u32,
}

struct State {
    fingerprint: Fingerprint,
    valuation: u64,
    /// The threads that can move, one bit each.
    movable: u64,
    /// How it was first reached.
    parent: u32,
    choice: Choice,
    depth: u32,
    /// Its steps, once it has been expanded.
    steps: Option<(u32, u32)>,
    /// The state may last forever: nothing has to follow.
    stays: bool,
    /// The program has called `System.exit`.
    exited: bool,
}

/// Numbers of states, compared whole, that the program has or has not left by `System.exit`.
type WholeStates = FxHashMap<(Box<[u64]>, bool), u32>;

pub struct Product<'a, 'p, 'w> {
    path: &'a mut Path<'p>,
    temporal: &'a Temporal,
    findings: &'a Findings<'w>,
    watch: &'a Watch,
    tally: Tally<'a>,
    numbers: FxHashMap<(Fingerprint, bool), u32>,
    /// Takes the place of the former if states are compared whole.
    whole: Option<WholeStates>,
    states: Vec<State>,
    steps: Vec<Step>,
    /// The states that the machine's path leads through.
    at: Vec<u32>,
    /// Numbers of threads, by creation path.
    threads: FxHashMap<Box<[u16]>, u16>,
    nodes: Vec<(u32, u32)>,
    node_numbers: FxHashMap<(u32, u32), u32>,
    choices: Vec<Choice>,
    stale: bool,
}

/// A run of the system: its states with the choices between them; after the last comes number `back`
/// again.
pub struct Run {
    pub states: Vec<Visited>,
    pub back: usize,
    /// The last state lasts forever.
    pub ends: bool,
}

/// A state of a run, and what leads on from it.
pub struct Visited {
    pub fingerprint: Fingerprint,
    pub exited: bool,
    /// As it was when the state was found.
    pub choice: Choice,
    /// The creation path of the thread that moves.
    pub thread: Option<Box<[u16]>>,
}

impl<'a, 'p, 'w> Product<'a, 'p, 'w> {
    pub fn new(
        path: &'a mut Path<'p>,
        temporal: &'a Temporal,
        store: StoreKind,
        findings: &'a Findings<'w>,
        watch: &'a Watch,
    ) -> Self {
        let mut product = Self {
            path,
            temporal,
            findings,
            watch,
            tally: Tally::new(watch),
            numbers: FxHashMap::default(),
            whole: (store == StoreKind::Exact).then(FxHashMap::default),
            states: vec![],
            steps: vec![],
            at: vec![],
            threads: FxHashMap::default(),
            nodes: vec![],
            node_numbers: FxHashMap::default(),
            choices: vec![],
            stale: false,
        };
        product.path.back_to(0);
        let fingerprint = product.path.machine.fingerprint();
        let root = product.add(fingerprint, false, 0, Choice::from((0, 0)), 0);
        product.at.push(root);
        product.node(root, 0);
        product
    }

    /// What a violating run has to collect.
    pub fn all(&self) -> Marks {
        let sets = self.temporal.automaton.sets;
        Marks {
            sets: if sets == 64 { u64::MAX } else { (1 << sets) - 1 },
            threads: if self.temporal.fair { u64::MAX } else { 0 },
        }
    }

    pub fn has_too_many_threads(&self) -> bool {
        self.temporal.fair && self.threads.len() > 64
    }

    /// Roughly what the system takes in memory.
    pub fn bytes(&self) -> u64 {
        let map = size_of::<((Fingerprint, bool), u32)>() + size_of::<State>();
        let per_node = size_of::<(u32, u32)>() + size_of::<((u32, u32), u32)>();
        let whole: usize = self.whole.iter().flatten().map(|((words, _), _)| words.len() * size_of::<u64>()).sum();
        (self.states.len() * map + self.steps.len() * size_of::<Step>() + self.nodes.len() * per_node + whole) as u64
    }

    fn node(&mut self, state: u32, location: u32) -> u32 {
        let next = self.nodes.len() as u32;
        let number = *self.node_numbers.entry((state, location)).or_insert(next);
        if number == next {
            self.nodes.push((state, location));
        }
        number
    }

    /// The number of the state that the machine stands at, which may be new.
    fn add(&mut self, fingerprint: Fingerprint, exited: bool, parent: u32, choice: Choice, depth: u32) -> u32 {
        let number = self.states.len() as u32;
        let known = match &mut self.whole {
            Some(whole) => {
                let (words, ends) = self.path.machine.canonical_parts();
                let key = words.iter().copied().chain(ends.iter().map(|&end| u64::from(end))).collect();
                *whole.entry((key, exited)).or_insert(number)
            }
            None => *self.numbers.entry((fingerprint, exited)).or_insert(number),
        };
        if known != number {
            self.tally.count_state(Seen::Known);
            return known;
        }
        self.tally.count_state(Seen::New);
        let mut movable = 0;
        self.choices.clear();
        if !exited {
            self.path.enabled(&mut self.choices);
        }
        for at in 0..self.choices.len() {
            // Fairness obliges nobody to wake up without a reason.
            if self.path.machine.is_promised(self.choices[at]) {
                let thread = self.choices[at].thread.index();
                movable |= bit(self.thread(thread));
            }
        }
        let stays = self.path.may_stay(&self.choices);
        if stays {
            self.tally.count_end(Seen::New);
        }
        let valuation = self.temporal.valuation(&self.path.machine);
        let steps = self.choices.is_empty().then_some((0, 0));
        self.states.push(State { fingerprint, valuation, movable, parent, choice, depth, steps, stays, exited });
        number
    }

    /// The number of a thread. Indices depend on the schedule, so threads go by creation path.
    fn thread(&mut self, index: usize) -> u16 {
        let path = &self.path.machine.state.threads[index].path;
        if let Some(&known) = self.threads.get(path) {
            return known;
        }
        let number = self.threads.len() as u16;
        self.threads.insert(path.clone(), number);
        number
    }

    /// Whether the machine was not where it had been, so that nothing found is certain.
    pub fn is_stale(&self) -> bool {
        self.stale
    }

    /// Moves the machine to a state, by the run on which it was found; whether it is that state.
    fn stand_at(&mut self, state: u32) -> bool {
        let mut down = Vec::new();
        let mut above = state;
        while self.at.get(self.states[above as usize].depth as usize) != Some(&above) {
            down.push(above);
            above = self.states[above as usize].parent;
        }
        let depth = self.states[above as usize].depth as usize;
        self.path.back_to(depth);
        self.at.truncate(depth + 1);
        for &next in down.iter().rev() {
            self.path.step(self.states[next as usize].choice);
            self.stale |= self.path.machine.fingerprint() != self.states[next as usize].fingerprint;
            self.at.push(next);
            if self.stale {
                return false;
            }
        }
        true
    }

    /// Finds a state's steps; false if the search has to stop.
    fn expand(&mut self, state: u32) -> bool {
        if !self.stand_at(state) {
            return false;
        }
        let depth = self.states[state as usize].depth;
        if self.watch.max_depth.is_some_and(|limit| u64::from(depth) >= limit) {
            self.findings.limit(Limit::Depth(u64::from(depth)));
            self.states[state as usize].steps = Some((0, 0));
            return true;
        }
        let mut choices = Vec::new();
        self.path.enabled(&mut choices);
        let mut steps = Vec::with_capacity(choices.len());
        for choice in choices {
            if !self.tally.may_go_on(self.path) {
                return false;
            }
            self.tally.count_step(depth as usize);
            self.path.back_to(depth as usize);
            let thread = self.thread(choice.thread.index());
            let exited = match self.path.step(choice) {
                StepEnd::Done | StepEnd::Cut => false,
                StepEnd::Stop(Stop::Exit(_)) => true,
                StepEnd::Stop(Stop::Unsupported(what)) => {
                    self.findings.unsupported(self.path, what);
                    continue;
                }
                StepEnd::Stop(Stop::Limit(what)) => {
                    self.findings.limit(Limit::Machine(what));
                    continue;
                }
                // The program said that this run does not count.
                StepEnd::Stop(Stop::Ignore) => continue,
            };
            let fingerprint = self.path.machine.fingerprint();
            let to = self.add(fingerprint, exited, state, choice, depth + 1);
            steps.push(Step { choice, thread, to });
        }
        let from = self.steps.len() as u32;
        self.steps.extend(steps);
        self.states[state as usize].steps = Some((from, self.steps.len() as u32));
        true
    }

    /// The run of the system that a run of the product takes.
    pub fn project(&self, lasso: &super::lasso::Lasso) -> Run {
        let count = lasso.nodes.len();
        let state = |at: usize| self.nodes[lasso.nodes[at] as usize].0;
        let next = |at: usize| if at + 1 < count { state(at + 1) } else { state(lasso.back) };
        // While a state lasts the automaton alone moves, which is no step of the run.
        let lasts = |at: usize| self.states[state(at) as usize].stays && next(at) == state(at);
        let steps: Vec<usize> = (0..count).filter(|&at| !lasts(at)).collect();
        let back = steps.partition_point(|&at| at < lasso.back);
        let ends = back == steps.len();
        let mut states: Vec<Visited> =
            steps.iter().map(|&at| self.visited(state(at), Some((next(at), lasso.marks[at])))).collect();
        if ends {
            states.push(self.visited(state(count - 1), None));
        }
        Run { states, back, ends }
    }

    fn visited(&self, state: u32, next: Option<(u32, Marks)>) -> Visited {
        let State { fingerprint, exited, steps, movable, .. } = &self.states[state as usize];
        let (from, to) = steps.unwrap_or_default();
        let mut steps = self.steps[from as usize..to as usize].iter();
        let step = next.and_then(|(next, marks)| {
            steps.find(|step| step.to == next && marks.threads == marks_of(*movable, step.thread)).copied()
        });
        let thread = step.and_then(|step| {
            self.threads.iter().find(|(_, number)| **number == step.thread).map(|(path, _)| path.clone())
        });
        let choice = step.map_or(Choice::from((0, 0)), |step| step.choice);
        Visited { fingerprint: *fingerprint, exited: *exited, choice, thread }
    }
}

fn bit(thread: u16) -> u64 {
    1u64.checked_shl(u32::from(thread)).unwrap_or(0)
}

/// The threads to which a step is fair: the one that moves, and those that cannot.
fn marks_of(movable: u64, thread: u16) -> u64 {
    !movable | bit(thread)
}

impl Graph for Product<'_, '_, '_> {
    fn successors(&mut self, node: u32, out: &mut Vec<(u32, Marks)>) -> bool {
        let (state, location) = self.nodes[node as usize];
        if self.states[state as usize].steps.is_none() && !self.expand(state) {
            return false;
        }
        let State { valuation, movable, steps, stays, .. } = self.states[state as usize];
        let (from, to) = steps.expect("just expanded");
        let temporal = self.temporal;
        for edge in temporal.automaton.states[location as usize].iter().filter(|edge| edge.reads(valuation)) {
            if stays {
                let node = self.node(state, edge.to);
                out.push((node, Marks { sets: edge.accepts, threads: u64::MAX }));
            }
            for at in from..to {
                let Step { thread, to, .. } = self.steps[at as usize];
                let node = self.node(to, edge.to);
                out.push((node, Marks { sets: edge.accepts, threads: marks_of(movable, thread) }));
            }
        }
        true
    }
}
