//! Livelocks: infinite runs that are weakly fair: every thread that is enabled continuously takes a step. Such a run exists exactly if there is a strongly connected component of the state
//! graph with a step inside, in which every thread either takes a step inside or is unable to move
//! in one of the states (Lichtenstein and Pnueli, POPL 1985).
//!
//! The same search finds partial deadlocks: threads that cannot move in any state of a component that cannot be
//! left.
//!
//! A state is reached by several runs, which may have started its threads in different orders. So the
//! graph names threads by their creation path, not by their number in a run, and the cycle that is
//! reported is found again state by state.
//!
//! Spurious wake-ups lead to more states, but are no steps of the graph: nothing that waits may rely on one, and
//! no run is reported that needs them again and again. A state that is reached by them alone is the root of a
//! search of its own.
//!
//! Tarjan's algorithm, depth-first with an explicit stack; the graph is kept in memory. The only
//! notion of progress is ending: a server that runs forever is reported too.

use heddle_machine::{Fingerprint, Machine, StepEnd};
use heddle_verdict::{Choice, Kind, Platform, ThreadId, WaitsFor};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::describe;
use crate::findings::{Findings, Found};
use crate::path::Path;
use crate::property::deadlock::{describe_deadlock, waits_for};
use crate::property::deadlock_kind::beside_endless;
use crate::watch::{Tally, Watch};

/// A thread as the same in all runs.
type Maker = u16;

/// A step of the graph.
#[derive(Clone, Copy)]
struct Edge {
    thread: Maker,
    to: u32,
}

#[derive(Default)]
struct Graph {
    numbers: FxHashMap<Fingerprint, u32>,
    fingerprints: Vec<Fingerprint>,
    /// Threads by how they were made.
    threads: FxHashMap<Box<[u16]>, Maker>,
    edges: Vec<Vec<Edge>>,
    /// By state: the threads that can move in it.
    movable: Vec<Vec<Maker>>,
    /// By state: how it was first reached.
    parents: Vec<(u32, Choice)>,
}

impl Graph {
    /// What a thread of the current run is called.
    fn thread(&mut self, machine: &Machine<'_>, t: usize) -> Maker {
        let next = self.threads.len() as Maker;
        let path = &machine.state.threads[t].path;
        match self.threads.get(path) {
            Some(&known) => known,
            None => *self.threads.entry(path.clone()).or_insert(next),
        }
    }

    /// The threads that are alive, as `(number in the current run, what it is called)`.
    fn live(&mut self, machine: &Machine<'_>) -> Vec<(usize, Maker)> {
        let live: Vec<usize> = machine.live_threads().collect();
        live.into_iter().map(|t| (t, self.thread(machine, t))).collect()
    }

    /// Adds the state that the machine is in.
    fn add(
        &mut self,
        machine: &Machine<'_>,
        fingerprint: Fingerprint,
        choices: &[Choice],
        parent: (u32, Choice),
    ) -> u32 {
        let number = self.edges.len() as u32;
        self.numbers.insert(fingerprint, number);
        self.fingerprints.push(fingerprint);
        self.edges.push(Vec::new());
        let promised = choices.iter().filter(|&&choice| machine.is_promised(choice));
        let mut movable: Vec<Maker> = promised.map(|choice| self.thread(machine, choice.thread.index())).collect();
        movable.dedup();
        self.movable.push(movable);
        self.parents.push(parent);
        number
    }

    /// How a state was come to, beginning with what all runs begin with.
    fn schedule_to(&self, mut state: u32, root: &[Choice]) -> Vec<Choice> {
        let mut schedule = Vec::new();
        while state != 0 {
            let (parent, choice) = self.parents[state as usize];
            schedule.push(choice);
            state = parent;
        }
        schedule.extend(root.iter().rev());
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

/// What to look for. On a platform also runs that go on forever although a thread could go on that
/// never gets a processor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// Partial deadlocks: threads that wait forever while others run forever.
    PartialDeadlocks,
    /// These, and runs that go on forever.
    Livelocks,
}

/// Looks for what is sought from the initial state; reports the first livelock and all partial deadlocks.
/// Tells whether there are states that no run leads to an end from.
pub fn find_endless(path: &mut Path<'_>, sought: Sought, findings: &Findings<'_>, watch: &Watch) -> bool {
    let max_depth = watch.max_depth;
    let mut endless = Endless { graph: Graph::default(), traps: false, roots: vec![], sought, max_depth };
    let mut tally = Tally::new(watch);
    let mut goes_on = endless.search_from(path, (0, Choice::from((0, 0))), findings, &mut tally);
    while goes_on && let Some((state, choice)) = endless.roots.pop() {
        let schedule = endless.graph.schedule_to(state, path.root());
        path.go_to(&schedule);
        path.step(choice);
        let is_known = endless.graph.numbers.contains_key(&path.machine.fingerprint());
        goes_on = is_known || endless.search_from(path, (state, choice), findings, &mut tally);
    }
    endless.traps
}

/// The search as far as it has come.
struct Endless {
    graph: Graph,
    traps: bool,
    /// Spurious wake-ups that have not been looked at, with the states that they are possible in.
    roots: Vec<(u32, Choice)>,
    sought: Sought,
    max_depth: Option<u64>,
}

impl Endless {
    /// Looks at the components of all states that can be reached from where the path stands without spurious
    /// wake-ups and that are not known yet; whether to go on.
    fn search_from(
        &mut self,
        path: &mut Path<'_>,
        parent: (u32, Choice),
        findings: &Findings<'_>,
        tally: &mut Tally<'_>,
    ) -> bool {
        let above = path.depth();
        let root = self.enter(path, parent);
        let base = root.state;
        // Tarjan's stack, and whether a state is on it. States are numbered in order of discovery; those of
        // searches before have lower numbers and are closed.
        let mut open = vec![base];
        let mut is_open = vec![true];
        let mut visits = vec![root];
        while let Some(visit) = visits.last_mut() {
            let (state, at) = (visit.state, visits.len() - 1);
            let visit = &mut visits[at];
            if visit.next == visit.choices.len() {
                let low = visit.low;
                visits.pop();
                if let Some(parent) = visits.last_mut() {
                    parent.low = parent.low.min(low);
                }
                if low == state {
                    let from = open.iter().rposition(|&other| other == state).expect("a root is on the stack");
                    let component: Vec<u32> = open.drain(from..).collect();
                    component.iter().for_each(|&state| is_open[(state - base) as usize] = false);
                    path.back_to(above + visits.len());
                    if !self.look_at(path, &component, findings) {
                        return false;
                    }
                }
                continue;
            }
            let choice = visit.choices[visit.next];
            visit.next += 1;
            if !tally.may_go_on(path) {
                return false;
            }
            tally.count_step(above + at);
            path.back_to(above + at);
            let thread = self.graph.thread(&path.machine, choice.thread.index());
            if let StepEnd::Stop(_) = path.step(choice) {
                self.graph.edges[state as usize].push(Edge { thread, to: OUTSIDE });
                continue;
            }
            let fingerprint = path.machine.fingerprint();
            if let Some(&to) = self.graph.numbers.get(&fingerprint) {
                self.graph.edges[state as usize].push(Edge { thread, to });
                if to >= base && is_open[(to - base) as usize] {
                    visits[at].low = visits[at].low.min(to);
                }
                continue;
            }
            let next = self.enter(path, (state, choice));
            self.graph.edges[state as usize].push(Edge { thread, to: next.state });
            open.push(next.state);
            is_open.push(true);
            visits.push(next);
        }
        true
    }

    /// Adds the state that the path stands at.
    fn enter(&mut self, path: &mut Path<'_>, parent: (u32, Choice)) -> Visit {
        let mut choices = Vec::new();
        path.enabled(&mut choices);
        if self.max_depth.is_some_and(|limit| path.depth() as u64 >= limit) {
            choices.clear();
        }
        let fingerprint = path.machine.fingerprint();
        let state = self.graph.add(&path.machine, fingerprint, &choices, parent);
        let spurious = choices.extract_if(.., |choice| !path.machine.is_promised(*choice));
        self.roots.extend(spurious.map(|choice| (state, choice)));
        Visit { state, choices, next: 0, low: state }
    }

    /// Reports what is sought in a component, at whose first state the path stands; whether to go on.
    fn look_at(&mut self, path: &mut Path<'_>, component: &[u32], findings: &Findings<'_>) -> bool {
        let restricted = path.platform().is_some_and(Platform::is_restrictive);
        if is_trap(&self.graph, component) {
            self.traps = true;
            report_partial_deadlock(path, &mut self.graph, component, findings);
        }
        let is_sought =
            self.sought == Sought::Livelocks || restricted && !starved(path, &mut self.graph, component).is_empty();
        if is_sought && is_fair(&self.graph, component) {
            report(path, &mut self.graph, component, findings);
            return false;
        }
        true
    }
}

/// Where the exit of the virtual machine leads.
const OUTSIDE: u32 = u32::MAX;

/// Whether a component is terminal and has a cycle: runs in it never end and never leave it.
fn is_trap(graph: &Graph, component: &[u32]) -> bool {
    let inside: FxHashSet<u32> = component.iter().copied().collect();
    let mut steps = component.iter().flat_map(|&state| &graph.edges[state as usize]).peekable();
    steps.peek().is_some() && steps.all(|edge| inside.contains(&edge.to))
}

/// Threads that nothing can wake any more although others go on forever: the component cannot be
/// left, and in none of its states they can move. The path stands at its first state.
fn report_partial_deadlock(path: &mut Path<'_>, graph: &mut Graph, component: &[u32], findings: &Findings<'_>) {
    let mut live = graph.live(&path.machine);
    let moves = |thread: Maker| component.iter().any(|&state| graph.movable[state as usize].contains(&thread));
    live.retain(|&(t, thread)| !moves(thread) && !path.machine.state.threads[t].control.daemon);
    let mut stuck: Vec<usize> = live.into_iter().map(|(t, _)| t).collect();
    let Path { machine, namer, .. } = path;
    // A thread that could go on if the platform let it is starved, which is a matter of its own.
    stuck.retain(|&t| !machine.is_ready(t));
    // Joining a thread that goes on forever, directly or through others that do, is what servers are for.
    let joined: Vec<Option<usize>> = (0..machine.state.threads.len())
        .map(|t| match stuck.contains(&t).then(|| waits_for(machine, namer, t)) {
            Some(WaitsFor::End { thread }) => Some(thread.index()),
            _ => None,
        })
        .collect();
    let last = |t: usize| std::iter::successors(Some(t), |&t| joined[t]).take(joined.len()).last().unwrap_or(t);
    let certain: Vec<usize> = stuck.iter().copied().filter(|&t| stuck.contains(&last(t))).collect();
    if certain.is_empty() {
        return;
    }
    let stuck = certain;
    let mut found = describe_deadlock(machine, namer, stuck);
    beside_endless(&mut found.kind);
    findings.violation(path, found);
}

/// The threads that can move without leaving the component, ascending.
fn moving_inside(graph: &Graph, component: &FxHashSet<u32>) -> Vec<Maker> {
    let edges = component.iter().flat_map(|&state| &graph.edges[state as usize]);
    let inside = edges.filter(|edge| component.contains(&edge.to));
    let mut threads: Vec<Maker> = inside.map(|edge| edge.thread).collect();
    threads.sort();
    threads.dedup();
    threads
}

/// Whether a run can stay in a component forever and be fair: a thread that can move in every
/// state of it has to move in it.
fn is_fair(graph: &Graph, component: &[u32]) -> bool {
    let moving = moving_inside(graph, &component.iter().copied().collect());
    let can_move = |thread: &Maker, state: u32| graph.movable[state as usize].contains(thread);
    let always = |thread: &&Maker| component.iter().all(|&state| can_move(thread, state));
    !moving.is_empty()
        && graph.movable[component[0] as usize].iter().filter(always).all(|thread| moving.contains(thread))
}

/// A run into the component and once round it, through a step of every thread that moves in it and
/// through a state in which each other thread cannot move.
fn report(path: &mut Path<'_>, graph: &mut Graph, component: &[u32], findings: &Findings<'_>) {
    let inside: FxHashSet<u32> = component.iter().copied().collect();
    let moving = moving_inside(graph, &inside);
    let entry = component[0];
    let mut round = Vec::new();
    let mut at = entry;
    for &thread in &moving {
        at = walk(graph, &inside, at, &mut round, |_, edge| edge.is_some_and(|edge| edge.thread == thread));
    }
    for &thread in &graph.movable[entry as usize] {
        if !moving.contains(&thread) {
            at = walk(graph, &inside, at, &mut round, |state, _| !graph.movable[state as usize].contains(&thread));
        }
    }
    walk(graph, &inside, at, &mut round, |state, _| state == entry);
    let prefix = graph.schedule_to(entry, path.root());
    path.go_to(&prefix);
    let mut live = graph.live(&path.machine);
    live.retain(|(_, thread)| moving.contains(thread));
    let stacks: Vec<_> = live.iter().map(|&(t, _)| describe::stack(&path.machine, t)).collect();
    let mut places: Vec<String> = stacks.iter().map(|stack| describe::key_place(stack)).collect();
    places.sort();
    let threads =
        live.iter().map(|&(t, _)| (ThreadId(t as u16), describe::thread_name(&mut path.machine, t))).collect();
    let starved = starved(path, graph, component);
    let cycle = round.len();
    for edge in round {
        let followed = follow(path, graph, edge);
        assert!(followed, "equal states have equal steps");
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

/// Takes a step of the graph from its first state, whichever run led there.
fn follow(path: &mut Path<'_>, graph: &mut Graph, edge: Edge) -> bool {
    let mut choices = Vec::new();
    path.enabled(&mut choices);
    let depth = path.depth();
    choices.into_iter().any(|choice| {
        if graph.thread(&path.machine, choice.thread.index()) != edge.thread {
            return false;
        }
        let arrived = !matches!(path.step(choice), StepEnd::Stop(_))
            && path.machine.fingerprint() == graph.fingerprints[edge.to as usize];
        if !arrived {
            path.back_to(depth);
        }
        arrived
    })
}

/// The threads that could go on and that the platform never lets run in a component. The path
/// stands at its first state.
fn starved(path: &mut Path<'_>, graph: &mut Graph, component: &[u32]) -> Vec<(ThreadId, String)> {
    let machine = &mut path.machine;
    let mut live = graph.live(machine);
    let runs = |thread: Maker| component.iter().any(|&state| graph.movable[state as usize].contains(&thread));
    live.retain(|&(t, thread)| machine.is_ready(t) && !runs(thread));
    live.into_iter().map(|(t, _)| (ThreadId(t as u16), describe::thread_name(machine, t))).collect()
}

/// Appends a shortest walk inside the component to a state or over an edge that `goal` accepts, and
/// gives its end. The component is strongly connected, so there is one.
fn walk(
    graph: &Graph,
    inside: &FxHashSet<u32>,
    from: u32,
    round: &mut Vec<Edge>,
    goal: impl Fn(u32, Option<Edge>) -> bool,
) -> u32 {
    if goal(from, None) {
        return from;
    }
    let mut came: FxHashMap<u32, (u32, Edge)> = FxHashMap::default();
    let mut queue = std::collections::VecDeque::from([from]);
    while let Some(state) = queue.pop_front() {
        for &edge in graph.edges[state as usize].iter().filter(|edge| inside.contains(&edge.to)) {
            let reached = goal(edge.to, Some(edge));
            if reached {
                let mut steps = vec![edge];
                let mut at = state;
                while at != from {
                    let (parent, step) = came[&at];
                    steps.push(step);
                    at = parent;
                }
                round.extend(steps.into_iter().rev());
                return edge.to;
            }
            if edge.to != from && !came.contains_key(&edge.to) {
                came.insert(edge.to, (state, edge));
                queue.push_back(edge.to);
            }
        }
    }
    from
}
