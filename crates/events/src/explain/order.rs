//! What puts two events of a run in order, by name: locks, volatile variables, starting, joining,
//! interrupting (JLS 17.4.4). Parking and notifying order nothing by themselves.

use heddle_machine::Pending;
use serde::Serialize;

use crate::flow::{Flow, Link};

/// Why one event happens before another of a different thread.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sync {
    Start,
    Join,
    Lock,
    Volatile,
    Interrupt,
}

impl Sync {
    pub fn name(self) -> &'static str {
        match self {
            Sync::Start => "start",
            Sync::Join => "join",
            Sync::Lock => "lock",
            Sync::Volatile => "volatile",
            Sync::Interrupt => "interrupt",
        }
    }
}

/// The edges between threads of a run's happens-before order, between events by index.
pub fn edges(flow: &Flow) -> Vec<(usize, usize, Sync)> {
    let mut edges = Vec::new();
    for (to, event) in flow.events.iter().enumerate() {
        for &(other, link) in &flow.nodes[event.node as usize].on {
            let Some(from) = flow.nodes[other as usize].event else { continue };
            if flow.events[from].thread == event.thread {
                continue;
            }
            let sync = match (link, event.pending) {
                (Link::Lock, _) => Sync::Lock,
                (Link::Memory, Pending::Memory(access)) if access.mode.acquires() => {
                    if !releases(flow, from) {
                        continue;
                    }
                    Sync::Volatile
                }
                (Link::Wake, Pending::Alive(_)) => Sync::Join,
                (Link::Wake, Pending::Interrupted(_)) => Sync::Interrupt,
                _ => continue,
            };
            edges.push((from, to, sync));
        }
    }
    // A thread's first event comes after the one that started it.
    for end in &flow.ends {
        let first = flow.events.iter().position(|event| event.thread == end.thread);
        let start = flow.started.get(end.thread).and_then(|&node| flow.nodes[node as usize].event);
        edges.extend(start.zip(first).map(|(start, first)| (start, first, Sync::Start)));
    }
    edges
}

fn releases(flow: &Flow, event: usize) -> bool {
    matches!(flow.events[event].pending, Pending::Memory(access) if access.mode.releases())
}

/// The edges, as few as possible, by which one event happens before another; `None` if nothing does.
pub fn chain(flow: &Flow, edges: &[(usize, usize, Sync)], from: usize, to: usize) -> Option<Vec<Sync>> {
    let thread = |event: usize| flow.events[event].thread;
    if thread(from) == thread(to) {
        return (from <= to).then(Vec::new);
    }
    let mut work: std::collections::VecDeque<(usize, Vec<Sync>)> = [(from, vec![])].into();
    let mut used = vec![false; edges.len()];
    while let Some((at, names)) = work.pop_front() {
        for (k, &(a, b, sync)) in edges.iter().enumerate() {
            if used[k] || thread(a) != thread(at) || a < at || b > to {
                continue;
            }
            used[k] = true;
            let mut longer = names.clone();
            longer.push(sync);
            if thread(b) == thread(to) {
                return Some(longer);
            }
            work.push_back((b, longer));
        }
    }
    None
}
