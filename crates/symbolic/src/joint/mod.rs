//! All threads in one diagram, context by context: nothing has to be split.
//!
//! A set of configurations is one diagram over the globals, the position of every thread, and the
//! words of all frames that do not run. A context takes the frame on top of its thread out of the
//! words put aside, lets the thread alone run until nothing new comes, and puts it back wherever it
//! may rest. What a level adds is all that the next one starts from, so there are as many
//! saturations as threads times contexts, whatever the number of schedules; and when a level adds
//! nothing, every configuration has been seen (the sequence that CUBA observes has converged,
//! ALGORITHMS 8, rank 7). The price: positions are numbered, so stacks must not grow for ever.
//! View tuples (`contexts`) have no such bound.

mod trace;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use heddle_bdd::{Bdd, Renaming};
use rustc_hash::FxHashMap;

use crate::contexts::{Bounds, Explored, Goal, Hit};
use crate::network::{Exit, Label, Network, Pass, Rest, Rule};
use crate::saturate::RESULT;
use crate::space::{Copy, Order, Room, Space, Var};
use trace::Target;

/// The number of a stack of suspended frames.
type Stack = u32;
const EMPTY: Stack = 0;

/// The deepest stack, and the most stacks: with more, recursion is said to have no end.
const DEEPEST: u32 = 40;
const STACKS: usize = 600;

/// How a joint exploration ended if not well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Short {
    /// It needs more room.
    Room(Room),
    /// Stacks grow and grow.
    Stacks,
}

/// How many words, of both kinds.
#[derive(Clone, Copy, Default)]
struct Words {
    names: usize,
    numbers: usize,
}

impl Words {
    fn with(self, live: &[(Var, Order)]) -> Self {
        let names = live.iter().filter(|(_, order)| *order == Order::Together).count();
        Self { names: self.names + names, numbers: self.numbers + live.len() - names }
    }
}

struct Suspended {
    below: Stack,
    site: Label,
    depth: u32,
    /// Words of this and of all frames below.
    words: Words,
}

struct Joint<'a> {
    space: &'a Space,
    network: &'a mut dyn Network,
    room: Room,
    stacks: Vec<Suspended>,
    stack_numbers: FxHashMap<(Stack, Label), Stack>,
    positions: Vec<(Stack, Label)>,
    position_numbers: FxHashMap<(Stack, Label), usize>,
    /// By thread, stack below, and label: from registers to words put aside, and back.
    moves: FxHashMap<(usize, Stack, Label), Rc<Moves>>,
    short: Option<Short>,
}

/// What saving a frame comes down to.
struct Moves {
    /// Locals that do not matter, and bits of others that are 0.
    dead: Bdd,
    zero: Bdd,
    save: Renaming,
    restore: Renaming,
}

impl Moves {
    fn restored(&self, space: &Space, weight: &Bdd) -> Bdd {
        let bdds = &space.bdds;
        bdds.and(&bdds.rename(weight, &self.restore), &self.zero)
    }
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
    each(&frontier, &|number| joint.labels(number));
    let mut known = frontier.clone();
    // By level: what each thread added.
    let mut levels: Vec<Vec<Bdd>> = Vec::new();
    for level in 1..=bounds.contexts {
        if bdds.is_false(&frontier) || joint.short.is_some() {
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
            let ends = joint.short.is_some()
                || bounds.done(&explored)
                || joint.network.is_incomplete()
                || joint.network.stop()
                || bdds.is_exhausted();
            if ends {
                explored.converged = false;
                return joint.short.map_or(Ok(explored), Err);
            }
            parts.push(bdds.minus(&rests, &known));
            bdds.tidy();
        }
        frontier = parts.iter().fold(bdds.no(), |all, part| bdds.or(&all, part));
        known = bdds.or(&known, &frontier);
        levels.push(parts);
        joint.deadlocks(&levels, &mut explored, bounds.schedules);
        each(&frontier, &|number| joint.labels(number));
        if bounds.done(&explored) {
            explored.converged = false;
            return Ok(explored);
        }
    }
    explored.converged = bdds.is_false(&frontier);
    joint.short.map_or(Ok(explored), Err)
}

impl<'a> Joint<'a> {
    fn new(space: &'a Space, network: &'a mut dyn Network, room: Room) -> Self {
        let bottom = Suspended { below: EMPTY, site: Label::MAX, depth: 0, words: Words::default() };
        Self {
            space,
            network,
            room,
            stacks: vec![bottom],
            stack_numbers: FxHashMap::default(),
            positions: Vec::new(),
            position_numbers: FxHashMap::default(),
            moves: FxHashMap::default(),
            short: None,
        }
    }

    fn initial(&mut self) -> Bdd {
        let bdds = &self.space.bdds;
        let mut all = bdds.yes();
        for thread in 0..self.network.threads() {
            let weight = self.network.initial(self.space, thread);
            let start = self.network.start(thread);
            all = bdds.and(&all, &self.put_aside(thread, EMPTY, start, &weight));
        }
        all
    }

    /// Everything that a thread can do alone: where it may rest.
    fn context(&mut self, thread: usize, from: &Bdd, reach: Reach<'_>) -> Bdd {
        let (space, bdds) = (self.space, &self.space.bdds);
        let mut run = Run::default();
        let position = space.cube([space.positions[thread]], Copy::Now);
        for number in 0..self.positions.len() {
            let (stack, label) = self.positions[number];
            let here = bdds.and_exists(from, &self.stands(thread, number), &position);
            if !bdds.is_false(&here) {
                let moves = self.moves(thread, stack, label);
                run.add(space, self.network, stack, label, &moves.restored(space, &here));
            }
        }
        while let Some((_, stack, label)) = run.queue.pop_first() {
            let delta = run.pending.remove(&(stack, label)).expect("queued positions have something pending");
            if self.network.stop() || bdds.is_exhausted() || self.short.is_some() {
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
                rests = bdds.or(&rests, &self.put_aside(thread, stack, label, &weight));
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
                    && let Some(above) = self.pushed(stack, *site)
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
        let moves = self.moves(thread, stack, site);
        let dead = bdds.and(&pass.forget, &moves.dead);
        let passed = bdds.and_exists(weight, &pass.relation, &dead);
        bdds.rename(&bdds.rename(&passed, &moves.save), &self.space.locals_link_to_now)
    }

    /// Takes the caller's frame back; the result, if there is one, is in its variable.
    fn leave(&mut self, run: &mut Run, thread: usize, stack: Stack, exit: Exit, left: &Bdd) {
        let (space, bdds) = (self.space, &self.space.bdds);
        let (below, site) = (self.stacks[stack as usize].below, self.stacks[stack as usize].site);
        let Some(resume) = self.network.resume(space, site, exit) else { return };
        let moves = self.moves(thread, below, site);
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

    /// The stack with one more suspended frame, unless it is too deep or its words do not fit.
    fn pushed(&mut self, below: Stack, site: Label) -> Option<Stack> {
        if let Some(&known) = self.stack_numbers.get(&(below, site)) {
            return Some(known);
        }
        let under = &self.stacks[below as usize];
        let (depth, words) = (under.depth + 1, under.words.with(&self.network.live(self.space, site)));
        if depth > DEEPEST || self.stacks.len() > STACKS {
            self.short = Some(Short::Stacks);
            return None;
        }
        self.fit(words)?;
        let number = self.stacks.len() as Stack;
        self.stacks.push(Suspended { below, site, depth, words });
        self.stack_numbers.insert((below, site), number);
        Some(number)
    }

    /// A thread's frame on top goes to the words aside, its position to its variable.
    fn put_aside(&mut self, thread: usize, stack: Stack, label: Label, weight: &Bdd) -> Bdd {
        let bdds = &self.space.bdds;
        let Some(number) = self.number(stack, label) else { return bdds.no() };
        let moves = self.moves(thread, stack, label);
        let aside = bdds.rename(&bdds.exists(weight, &moves.dead), &moves.save);
        bdds.and(&aside, &self.stands(thread, number))
    }

    fn fit(&mut self, words: Words) -> Option<()> {
        let room = self.room;
        if words.names <= room.names && words.numbers <= room.numbers {
            return Some(());
        }
        let more = Room { names: words.names.max(room.names), numbers: words.numbers.max(room.numbers), ..room };
        self.short = Some(Short::Room(more));
        None
    }

    fn number(&mut self, stack: Stack, label: Label) -> Option<usize> {
        if let Some(&number) = self.position_numbers.get(&(stack, label)) {
            return Some(number);
        }
        let number = self.positions.len();
        self.fit(self.stacks[stack as usize].words.with(&self.network.live(self.space, label)))?;
        if number >> self.room.bits != 0 {
            self.short = Some(Short::Room(Room { bits: self.room.bits + 2, ..self.room }));
            return None;
        }
        self.positions.push((stack, label));
        self.position_numbers.insert((stack, label), number);
        Some(number)
    }

    /// The stack of a position, top first.
    fn labels(&self, number: usize) -> Vec<Label> {
        let (mut stack, label) = self.positions[number];
        let mut labels = vec![label];
        while stack != EMPTY {
            let suspended = &self.stacks[stack as usize];
            labels.push(suspended.site);
            stack = suspended.below;
        }
        labels
    }

    fn stands(&self, thread: usize, number: usize) -> Bdd {
        let bdds = &self.space.bdds;
        let bits: Vec<Bdd> = (0..self.room.bits).map(|bit| bdds.constant(number >> bit & 1 != 0)).collect();
        self.space.equals(self.space.positions[thread], Copy::Now, &bits)
    }

    /// How the frame at a label above a stack is put aside. There are words enough: whoever numbers
    /// stacks and positions has looked.
    fn moves(&mut self, thread: usize, stack: Stack, label: Label) -> Rc<Moves> {
        if let Some(known) = self.moves.get(&(thread, stack, label)) {
            return known.clone();
        }
        let (space, bdds) = (self.space, &self.space.bdds);
        let live = self.network.live(space, label);
        let mut next = self.stacks[stack as usize].words;
        let mut pairs = Vec::new();
        let mut dead = space.locals_but(&live.iter().map(|(var, _)| *var).collect::<Vec<_>>());
        let mut zero = bdds.yes();
        for &(register, order) in &live {
            let cells = &space.cells[thread];
            let cell = match order {
                Order::Together => cells.names[next.names],
                Order::Interleaved => cells.numbers[next.numbers],
            };
            next = next.with(&[(register, order)]);
            pairs.push((register, cell));
            for bit in space.high_bits(register, space.width(cell)) {
                let bit = bdds.variable(bit);
                dead = bdds.and(&dead, &bit);
                zero = bdds.minus(&zero, &bit);
            }
        }
        let moves = Rc::new(Moves {
            dead,
            zero,
            save: space.move_words(pairs.iter().copied()),
            restore: space.move_words(pairs.iter().map(|&(register, cell)| (cell, register))),
        });
        self.moves.insert((thread, stack, label), moves.clone());
        moves
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
