//! Livelocks: runs that go on for ever although every thread that can always move does move (weak
//! fairness). Such a run exists exactly if there is a strongly connected component of the state
//! graph with a step inside, in which every thread either takes a step inside or is unable to move
//! in one of the states (Lichtenstein and Pnueli, POPL 1985).
//!
//! On the way it finds threads that wait for ever beside such runs: those that cannot move in any
//! state of a component that cannot be left.
//!
//! Tarjan's algorithm, depth-first with an explicit stack; the graph is kept in memory. There is no
//! notion of progress but ending: a server that serves for ever is reported too.

use heddle_machine::StepEnd;
use heddle_verdict::{Choice, DeadlockKind, Kind, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::describe;
use crate::findings::{Findings, Found};
use crate::path::Path;
use crate::property::deadlock::{describe_deadlock, waits_for};
use crate::schedule::stops;
use crate::watch::{Tally, Watch};

/// A step of the graph.
#[derive(Clone, Copy)]
struct Edge {
    choice: Choice,
    to: u32,
}

#[derive(Default)]
struct Graph {
    numbers: FxHashMap<u128, u32>,
    edges: Vec<Vec<Edge>>,
    /// By state: the threads that can move in it.
    movable: Vec<Vec<ThreadId>>,
    /// By state: how it was first reached.
    parents: Vec<(u32, Choice)>,
}

impl Graph {
    fn add(&mut self, fingerprint: u128, choices: &[Choice], parent: (u32, Choice)) -> u32 {
        let number = self.edges.len() as u32;
        self.numbers.insert(fingerprint, number);
        self.edges.push(Vec::new());
        let mut movable: Vec<ThreadId> = choices.iter().map(|choice| choice.thread).collect();
        movable.dedup();
        self.movable.push(movable);
        self.parents.push(parent);
        number
    }

    fn schedule_to(&self, mut state: u32) -> Vec<Choice> {
        let mut schedule = Vec::new();
        while state != 0 {
            let (parent, choice) = self.parents[state as usize];
            schedule.push(choice);
            state = parent;
        }
        schedule.reverse();
        schedule
    }
}

/// A state that the search has entered and not left.
struct Visit {
    state: u32,
    choices: Vec<Choice>,
    next: usize,
    low: u32,
}

/// What to look for. On a platform also runs that go on for ever although a thread could go on that
/// never gets a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// Threads that wait for ever beside others that go on for ever.
    StuckThreads,
    /// These, and runs that go on for ever.
    Livelocks,
}

/// Looks for what is sought from the initial state; reports the first livelock and all stuck threads.
pub fn find_endless(path: &mut Path<'_>, sought: Sought, findings: &Findings<'_>, watch: &Watch) {
    let restricted = stops(path.platform()).is_some();
    let mut graph = Graph::default();
    let mut tally = Tally::new(watch);
    let mut choices = Vec::new();
    let fingerprint = path.machine.fingerprint();
    path.enabled(&mut choices);
    let root = graph.add(fingerprint, &choices, (0, Choice::from((0, 0))));
    let mut visits = vec![Visit { state: root, choices: choices.clone(), next: 0, low: root }];
    // Tarjan's stack, and whether a state is on it. States are numbered in order of discovery.
    let mut open = vec![root];
    let mut is_open = vec![true];
    while let Some(visit) = visits.last_mut() {
        let (state, depth) = (visit.state, visits.len() - 1);
        let visit = &mut visits[depth];
        if visit.next == visit.choices.len() {
            let low = visit.low;
            visits.pop();
            if let Some(parent) = visits.last_mut() {
                parent.low = parent.low.min(low);
            }
            if low == state {
                let from = open.iter().rposition(|&other| other == state).expect("a root is on the stack");
                let component: Vec<u32> = open.drain(from..).collect();
                component.iter().for_each(|&state| is_open[state as usize] = false);
                path.back_to(visits.len());
                report_stuck(path, &graph, &component, findings);
                let is_sought = |path: &mut Path<'_>| {
                    sought == Sought::Livelocks || restricted && !starved(path, &graph, &component).is_empty()
                };
                if is_fair(&graph, &component) && is_sought(path) {
                    return report(path, &graph, &component, findings);
                }
            }
            continue;
        }
        let choice = visit.choices[visit.next];
        visit.next += 1;
        if !tally.count_step(depth) {
            return;
        }
        path.back_to(depth);
        if let StepEnd::Stop(_) = path.step(choice) {
            continue;
        }
        let fingerprint = path.machine.fingerprint();
        if let Some(&to) = graph.numbers.get(&fingerprint) {
            graph.edges[state as usize].push(Edge { choice, to });
            if is_open[to as usize] {
                visits[depth].low = visits[depth].low.min(to);
            }
            continue;
        }
        path.enabled(&mut choices);
        if watch.max_depth.is_some_and(|limit| path.depth() as u64 >= limit) {
            choices.clear();
        }
        let to = graph.add(fingerprint, &choices, (state, choice));
        graph.edges[state as usize].push(Edge { choice, to });
        open.push(to);
        is_open.push(true);
        visits.push(Visit { state: to, choices: choices.clone(), next: 0, low: to });
    }
}

/// Threads that nothing can wake any more although others go on for ever: the component cannot be
/// left, and in none of its states they can move. The path stands at its first state.
fn report_stuck(path: &mut Path<'_>, graph: &Graph, component: &[u32], findings: &Findings<'_>) {
    let inside: FxHashSet<u32> = component.iter().copied().collect();
    let edges = |&state: &u32| graph.edges[state as usize].iter();
    let mut steps = component.iter().flat_map(edges).peekable();
    if steps.peek().is_none() || steps.any(|edge| !inside.contains(&edge.to)) {
        return;
    }
    let moves = |t: usize| component.iter().any(|&state| graph.movable[state as usize].contains(&ThreadId(t as u16)));
    let waits = |t: &usize| !moves(*t) && !path.machine.threads[*t].control.daemon;
    let mut stuck: Vec<usize> = path.machine.live_threads().filter(waits).collect();
    let Path { machine, namer, .. } = path;
    // A thread that could go on if the platform let it is starved, which is a matter of its own.
    stuck.retain(|&t| !machine.is_ready(t));
    // Whoever waits for a thread that goes on for ever is a matter of that thread.
    let mut certain = stuck.clone();
    certain.retain(|&t| waits_for(machine, namer, t).other().is_none_or(|other| stuck.contains(&other.index())));
    if certain.is_empty() {
        return;
    }
    let stuck = certain;
    let mut found = describe_deadlock(machine, namer, stuck);
    if let Kind::Deadlock { name, .. } = &mut found.kind {
        *name = DeadlockKind::WhileOthersRun;
    }
    findings.violation(path, found);
}

/// The threads that can move without leaving the component, ascending.
fn moving_inside(graph: &Graph, component: &FxHashSet<u32>) -> Vec<ThreadId> {
    let edges = component.iter().flat_map(|&state| &graph.edges[state as usize]);
    let inside = edges.filter(|edge| component.contains(&edge.to));
    let mut threads: Vec<ThreadId> = inside.map(|edge| edge.choice.thread).collect();
    threads.sort();
    threads.dedup();
    threads
}

/// Whether a run can stay in a component for ever and be fair: a thread that can move in every
/// state of it has to move in it.
fn is_fair(graph: &Graph, component: &[u32]) -> bool {
    let moving = moving_inside(graph, &component.iter().copied().collect());
    let can_move = |thread: &ThreadId, state: u32| graph.movable[state as usize].contains(thread);
    let always = |thread: &&ThreadId| component.iter().all(|&state| can_move(thread, state));
    !moving.is_empty()
        && graph.movable[component[0] as usize].iter().filter(always).all(|thread| moving.contains(thread))
}

/// A run into the component and once round it, through a step of every thread that moves in it and
/// through a state in which each other thread cannot move.
fn report(path: &mut Path<'_>, graph: &Graph, component: &[u32], findings: &Findings<'_>) {
    let inside: FxHashSet<u32> = component.iter().copied().collect();
    let moving = moving_inside(graph, &inside);
    let entry = component[0];
    let mut round = Vec::new();
    let mut at = entry;
    for &thread in &moving {
        at = walk(graph, &inside, at, &mut round, |_, edge| edge.is_some_and(|edge| edge.choice.thread == thread));
    }
    for &thread in &graph.movable[entry as usize] {
        if !moving.contains(&thread) {
            at = walk(graph, &inside, at, &mut round, |state, _| !graph.movable[state as usize].contains(&thread));
        }
    }
    walk(graph, &inside, at, &mut round, |state, _| state == entry);
    let prefix = graph.schedule_to(entry);
    path.go_to(&prefix);
    let stacks: Vec<_> = moving.iter().map(|thread| describe::stack(&path.machine, thread.index())).collect();
    let mut places: Vec<String> = stacks.iter().map(|stack| describe::key_place(stack)).collect();
    places.sort();
    let threads =
        moving.iter().map(|&thread| (thread, describe::thread_name(&mut path.machine, thread.index()))).collect();
    let starved = starved(path, graph, component);
    let cycle = round.len();
    for choice in round {
        path.step(choice);
        path.machine.fingerprint();
    }
    let places = places.join(" and ");
    let found = if starved.is_empty() {
        Found { key: format!("livelock at {places}"), kind: Kind::Livelock { threads, stacks, cycle } }
    } else {
        let kind = Kind::Starvation { threads, stacks, starved, cycle };
        Found { key: format!("starvation by {places}"), kind }
    };
    findings.violation(path, found);
}

/// The threads that could go on and that the platform never lets run in a component. The path
/// stands at its first state.
fn starved(path: &mut Path<'_>, graph: &Graph, component: &[u32]) -> Vec<(ThreadId, String)> {
    let machine = &mut path.machine;
    let runs = |thread: &ThreadId| component.iter().any(|&state| graph.movable[state as usize].contains(thread));
    let ready: Vec<usize> = (0..machine.threads.len()).filter(|&t| machine.is_ready(t)).collect();
    let waiting = ready.into_iter().filter(|&t| !runs(&ThreadId(t as u16)));
    waiting.map(|t| (ThreadId(t as u16), describe::thread_name(machine, t))).collect()
}

/// Appends a shortest walk inside the component to a state or over an edge that `goal` accepts, and
/// gives its end. The component is strongly connected, so there is one.
fn walk(
    graph: &Graph,
    inside: &FxHashSet<u32>,
    from: u32,
    round: &mut Vec<Choice>,
    goal: impl Fn(u32, Option<Edge>) -> bool,
) -> u32 {
    if goal(from, None) {
        return from;
    }
    let mut came: FxHashMap<u32, (u32, Choice)> = FxHashMap::default();
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        for &edge in graph.edges[state as usize].iter().filter(|edge| inside.contains(&edge.to)) {
            let reached = goal(edge.to, Some(edge));
            if reached {
                let mut steps = vec![edge.choice];
                let mut at = state;
                while at != from {
                    let (parent, choice) = came[&at];
                    steps.push(choice);
                    at = parent;
                }
                round.extend(steps.into_iter().rev());
                return edge.to;
            }
            if edge.to != from && !came.contains_key(&edge.to) {
                came.insert(edge.to, (state, edge.choice));
                queue.push_back(edge.to);
            }
        }
    }
    from
}
