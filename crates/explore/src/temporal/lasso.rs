//! A violating run as a lasso: a stem, and a cycle that can be repeated forever.

use std::collections::VecDeque;

use heddle_logic::ltl::Automaton;
use heddle_machine::{StepEnd, Stop};
use heddle_verdict::{Place, ThreadId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::emptiness::{self, Component, Graph, Marks};
use super::product::{Run, Visited};
use crate::describe;
use crate::path::Path;

/// A run of the product: after the last node comes number `back` again.
pub struct Lasso {
    pub nodes: Vec<u32>,
    /// By node: the marks of the edge that leads on.
    pub marks: Vec<Marks>,
    pub back: usize,
}

/// A short stem to the component, and a round in it that collects all marks.
pub fn extract(graph: &mut dyn Graph, component: &Component, all: Marks) -> Lasso {
    let inside = |node: u32| component.inside.get(node as usize).copied().unwrap_or(false);
    let visited = |node: u32| component.visited.get(node as usize).copied().unwrap_or(false);
    let mut lasso = Lasso { nodes: vec![0], marks: vec![], back: 0 };
    if !inside(0) {
        walk(graph, &mut lasso, &visited, &mut |to, _| inside(to));
    }
    lasso.back = lasso.marks.len();
    let entry = lasso.nodes[lasso.back];
    loop {
        let round = &lasso.marks[lasso.back..];
        let missing = round.iter().fold(Marks::default(), |all, &one| all.and_also(one)).missing(all);
        if missing.is_empty() && !round.is_empty() {
            break;
        }
        walk(graph, &mut lasso, &inside, &mut |_, marks| missing.is_empty() || marks.meets(missing));
    }
    if lasso.nodes.last() != Some(&entry) {
        walk(graph, &mut lasso, &inside, &mut |to, _| to == entry);
    }
    lasso.nodes.pop();
    lasso
}

/// Appends a shortest walk from the last node, over nodes that are allowed, that ends with an edge that
/// `goal` accepts.
fn walk(
    graph: &mut dyn Graph,
    lasso: &mut Lasso,
    allowed: &dyn Fn(u32) -> bool,
    goal: &mut dyn FnMut(u32, Marks) -> bool,
) {
    let from = *lasso.nodes.last().expect("a walk begins somewhere");
    let mut came: FxHashMap<u32, (u32, Marks)> = FxHashMap::default();
    let mut seen = FxHashSet::from_iter([from]);
    let mut queue = VecDeque::from([from]);
    let mut edges = Vec::new();
    while let Some(node) = queue.pop_front() {
        edges.clear();
        graph.successors(node, &mut edges);
        for &(to, marks) in edges.iter().filter(|(to, _)| allowed(*to)) {
            if goal(to, marks) {
                let (mut steps, mut at) = (vec![(to, marks)], node);
                while at != from {
                    let (before, marks) = came[&at];
                    steps.push((at, marks));
                    at = before;
                }
                lasso.nodes.extend(steps.iter().rev().map(|&(node, _)| node));
                lasso.marks.extend(steps.iter().rev().map(|&(_, marks)| marks));
                return;
            }
            if seen.insert(to) {
                came.insert(to, (node, marks));
                queue.push_back(to);
            }
        }
    }
    unreachable!("a component is strongly connected, and was reached")
}

/// Takes the run and one round, from the initial state; whether that was possible. A choice found on
/// another run may be numbered differently here, so the states decide.
pub fn go_round(path: &mut Path<'_>, run: &Run) -> bool {
    path.back_to(0);
    let steps = run.states.len() - usize::from(run.ends);
    (0..steps).all(|at| {
        let next = run.states.get(at + 1).unwrap_or(&run.states[run.back]);
        take(path, &run.states[at], next)
    })
}

/// Takes the step that leads from a state of the run to the next, if there is one.
fn take(path: &mut Path<'_>, here: &Visited, next: &Visited) -> bool {
    let depth = path.depth();
    let mut choices = Vec::new();
    path.enabled(&mut choices);
    choices.sort_by_key(|&choice| {
        let thread = &path.machine.state.threads[choice.thread.index()].path;
        (here.thread.as_ref() != Some(thread), choice != here.choice)
    });
    for choice in choices {
        let exited = match path.step(choice) {
            StepEnd::Done | StepEnd::Cut => Some(false),
            StepEnd::Stop(Stop::Exit(_)) => Some(true),
            StepEnd::Stop(_) => None,
        };
        if exited == Some(next.exited) && path.machine.fingerprint() == next.fingerprint {
            return true;
        }
        path.back_to(depth);
    }
    false
}

/// Where the threads that move in the last `round` steps stand.
pub fn stacks(path: &mut Path<'_>, round: usize) -> Vec<(ThreadId, String, Vec<Place>)> {
    let mut threads: Vec<ThreadId> = path.choices()[path.depth() - round..].iter().map(|c| c.thread).collect();
    threads.sort();
    threads.dedup();
    let machine = &mut path.machine;
    let about = |t: ThreadId| (t, describe::thread_name(machine, t.index()), describe::stack(machine, t.index()));
    threads.into_iter().map(about).collect()
}

/// Whether an automaton accepts valuations of which those from number `back` on are repeated forever.
pub fn accepts(automaton: &Automaton, valuations: &[u64], back: usize) -> bool {
    let all = Marks { sets: (1u64.checked_shl(automaton.sets).unwrap_or(0)).wrapping_sub(1), threads: 0 };
    let mut graph = Line { automaton, valuations, back };
    emptiness::find(&mut graph, all).is_some()
}

/// One run, with the automaton running along.
struct Line<'a> {
    automaton: &'a Automaton,
    valuations: &'a [u64],
    back: usize,
}

impl Graph for Line<'_> {
    fn successors(&mut self, node: u32, out: &mut Vec<(u32, Marks)>) -> bool {
        let states = self.automaton.states.len();
        let (at, state) = (node as usize / states, node as usize % states);
        let next = if at + 1 < self.valuations.len() { at + 1 } else { self.back };
        let edges = self.automaton.states[state].iter().filter(|edge| edge.reads(self.valuations[at]));
        out.extend(edges.map(|edge| {
            let marks = Marks { sets: edge.accepts, threads: 0 };
            ((next * states) as u32 + edge.to, marks)
        }));
        true
    }
}
