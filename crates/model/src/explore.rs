//! All reachable states of a model, breadth first.
//!
//! Comes in: a model, the most states to visit, and who says when to stop. Goes out: counts, what went wrong with a shortest run
//! to it, and what was seen on the way (values of variables, transformations that were used).
//! An array that is longer than its allocator has room for ends the exploration, and the next one has
//! the room.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use crate::domains::Domains;
use crate::language::{Action, Model, NodeId, ThreadId, Value};
use crate::state::{State, control, packed, status};
use crate::step::{Executor, Move, Variant};

/// Arrays longer than this are more than a finite model should hold.
const MOST_ROOM: u32 = 1024;

/// What an exploration found.
#[derive(Debug)]
pub struct Explored {
    pub states: usize,
    pub transitions: usize,
    /// States in which threads are left but none can go on.
    pub deadlocks: usize,
    /// The first thing that went wrong, in the order of the search.
    pub violation: Option<Run>,
    /// Where the model ends: allocators that were asked for too much.
    pub traps: Vec<(ThreadId, NodeId)>,
    /// Where the program does what the model cannot express.
    pub unknown: Vec<(ThreadId, NodeId)>,
    /// Whether all reachable states were visited.
    pub complete: bool,
    /// Visible transformations that were executed, in order.
    pub used: Vec<(ThreadId, NodeId, Variant)>,
    pub domains: Domains,
    /// Objects whose monitors were entered.
    pub locked: Vec<Value>,
    /// Per thread and node, whether it was executed or ended the model.
    pub reached: Vec<Vec<bool>>,
    /// Where the model ended, whatever the reason.
    pub ends: BTreeSet<(ThreadId, NodeId)>,
}

/// A shortest run to a state.
#[derive(Clone, Debug)]
pub struct Run {
    pub kind: Wrong,
    pub steps: Vec<RunStep>,
    pub last: State,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Wrong {
    Deadlock,
    /// A thread ends by an exception at a location.
    Crash(ThreadId, NodeId),
}

#[derive(Clone, Debug)]
pub struct RunStep {
    pub movement: Move,
    /// The visible transformation.
    pub visible: Option<NodeId>,
    /// What the thread is doing afterwards.
    pub status: Value,
}

/// Visits the reachable states, at most `most` of them and until `stop` says so; gives arrays the room that they need.
pub fn explore(model: &mut Model, most: usize, stop: &dyn Fn() -> bool) -> Explored {
    loop {
        let (explored, room) = visit(model, most, stop);
        let mut grown = false;
        for (site, needed) in model.sites.iter_mut().zip(room) {
            if needed > site.room && needed <= MOST_ROOM {
                site.room = needed;
                grown = true;
            }
        }
        if !grown || stop() {
            return explored;
        }
    }
}

struct Visited {
    numbers: FxHashMap<Box<[u8]>, u32>,
    /// Per state: where it was reached from, and how.
    parents: Vec<(u32, Move)>,
}

impl Visited {
    fn insert(&mut self, state: &[Value], parent: u32, movement: Move) -> Option<u32> {
        let number = self.parents.len() as u32;
        match self.numbers.entry(packed(state)) {
            std::collections::hash_map::Entry::Occupied(_) => None,
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(number);
                self.parents.push((parent, movement));
                Some(number)
            }
        }
    }
}

/// How many states are visited between two questions whether to stop.
const BETWEEN_QUESTIONS: usize = 1024;

fn visit(model: &Model, most: usize, stop: &dyn Fn() -> bool) -> (Explored, Vec<u32>) {
    let mut executor = Executor::new(model);
    let first = executor.initial();
    let nobody = Move::Step { thread: ThreadId(0), choice: 0 };
    let mut visited = Visited { numbers: FxHashMap::default(), parents: Vec::new() };
    visited.insert(&first, 0, nobody);
    let mut frontier = VecDeque::from([(0u32, first)]);
    let (mut transitions, mut deadlocks) = (0, 0);
    let mut wrong: Option<(u32, Wrong)> = None;
    let (mut traps, mut unknown) = (Vec::new(), Vec::new());
    let mut ends = BTreeSet::new();
    let mut complete = true;
    let mut taken = 0;
    while let Some((number, state)) = frontier.pop_front() {
        if let Some((thread, node)) = executor.trap(&state) {
            ends.insert((thread, node));
            match sort_of_trap(model, thread, node) {
                TrapKind::Bound => traps.push((thread, node)),
                TrapKind::Unknown => unknown.push((thread, node)),
                TrapKind::Crash => wrong = wrong.or(Some((number, Wrong::Crash(thread, node)))),
            }
            continue;
        }
        taken += 1;
        if visited.parents.len() >= most || taken % BETWEEN_QUESTIONS == 0 && stop() {
            complete = false;
            break;
        }
        let mut moves: VecDeque<Move> = executor.moves(&state).into();
        if moves.is_empty() && is_stuck(model, &executor, &state) {
            deadlocks += 1;
            wrong = wrong.or(Some((number, Wrong::Deadlock)));
        }
        while let Some(movement) = moves.pop_front() {
            let mut next = state.clone();
            let ended = executor.execute(&mut next, movement);
            if let Move::Step { thread, choice: 0 } = movement {
                moves.extend((1..ended.choices).map(|choice| Move::Step { thread, choice }));
            }
            transitions += 1;
            if let Some(number) = visited.insert(&next, number, movement) {
                frontier.push_back((number, next));
            }
        }
    }
    for list in [&mut traps, &mut unknown] {
        list.sort();
        list.dedup();
    }
    let violation = wrong.map(|(number, kind)| run_to(&mut executor, &visited, number, kind));
    let mut used: Vec<_> = executor.used.iter().copied().collect();
    used.sort();
    let values = executor.domains.values();
    let locked = (1..=model.objects as Value).filter(|&object| values[executor.layout.owner(object)].len() > 1);
    let locked = locked.collect();
    let states = visited.parents.len();
    let room = std::mem::take(&mut executor.room);
    let Executor { domains, reached, .. } = executor;
    let explored = Explored {
        states,
        transitions,
        deadlocks,
        violation,
        traps,
        unknown,
        complete,
        used,
        domains,
        locked,
        reached,
        ends,
    };
    (explored, room)
}

/// Whether some thread is left that should go on: one that ended, or was never started, need not, nor do daemons alone.
fn is_stuck(model: &Model, executor: &Executor<'_>, state: &[Value]) -> bool {
    let mut all = (0..model.threads.len() as u32).map(ThreadId);
    !executor.is_over(state)
        && all.any(|thread| ![status::NEW, status::ENDED].contains(&executor.read(state, thread, control::STATUS)))
}

/// Why a transformation cannot be executed.
pub enum TrapKind {
    /// The allocator has made all its objects.
    Bound,
    /// The thread ends by an exception.
    Crash,
    /// The model does not say what happens.
    Unknown,
}

pub fn sort_of_trap(model: &Model, thread: ThreadId, node: NodeId) -> TrapKind {
    let node = model.node(thread, node);
    match node.action {
        Action::New { .. } | Action::NewArray { .. } => TrapKind::Bound,
        Action::Crash(_) => TrapKind::Crash,
        Action::Exit(_) | Action::Wait { .. } | Action::Notify { .. } if !node.caught => TrapKind::Crash,
        _ => TrapKind::Unknown,
    }
}

/// Executes the moves that lead to a state again.
fn run_to(executor: &mut Executor<'_>, visited: &Visited, number: u32, kind: Wrong) -> Run {
    let mut moves = Vec::new();
    let mut at = number;
    while at != 0 {
        let (parent, movement) = visited.parents[at as usize];
        moves.push(movement);
        at = parent;
    }
    let mut state = executor.initial();
    let mut steps = Vec::new();
    for movement in moves.into_iter().rev() {
        let ended = executor.execute(&mut state, movement);
        let status = executor.read(&state, movement.thread(), control::STATUS);
        steps.push(RunStep { movement, visible: ended.visible, status });
    }
    Run { kind, steps, last: state }
}
