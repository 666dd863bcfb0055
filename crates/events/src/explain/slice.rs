//! Which events of a run explain its failure: a dynamic slice. It begins with what failed and follows
//! values, decisions, starts and wake-ups backwards. Addresses are left out as long as the slice
//! replays without them (a thin slice: Sridharan, Fink and Bodík, PLDI 2007), and so is what only one
//! thread ever touched: values pass through it.

use std::collections::{BTreeMap, BTreeSet};

use heddle_machine::{Location, Mode, Pending, Ref, Status};
use heddle_verdict::{Kind, ThreadId, Violation};

use crate::flow::{Event, Flow, Link, NodeId, cells};

/// Events by index.
pub type Events = BTreeSet<usize>;

/// The instructions that an explanation begins with.
pub fn criterion(flow: &Flow, violation: &Violation, round: usize) -> Vec<NodeId> {
    let end = |thread: &ThreadId| flow.ends.get(thread.index()).map(|end| end.node);
    match &violation.kind {
        Kind::Assertion { thread, .. } | Kind::SwallowedAssertion { thread, .. } | Kind::Uncaught { thread, .. } => {
            flow.thrown.get(&thread.index()).copied().or_else(|| end(thread)).into_iter().collect()
        }
        Kind::Race { accesses, .. } => accesses.iter().filter_map(|access| end(&access.thread)).collect(),
        Kind::Deadlock { threads, .. } => {
            threads.iter().flat_map(|blocked| blocked_by(flow, blocked.thread.index())).collect()
        }
        Kind::Livelock { .. } | Kind::Starvation { .. } | Kind::Temporal { .. } => {
            let last = flow.events.iter().filter(|event| event.at >= round);
            last.map(|event| event.node).chain(flow.ends.iter().map(|end| end.node)).collect()
        }
        Kind::Inversion { waiting, holder, running, .. } => {
            [waiting, holder, running].iter().filter_map(|(thread, _)| end(thread)).collect()
        }
        Kind::Ceiling { thread, .. } => end(thread).into_iter().collect(),
    }
}

/// Where a thread stands that waits forever; how what it waits for was taken, or the notification that
/// it did not hear.
fn blocked_by(flow: &Flow, thread: usize) -> Vec<NodeId> {
    let Some(end) = flow.ends.get(thread) else { return vec![] };
    let mut nodes = vec![end.node];
    let last =
        |fits: &dyn Fn(&Event) -> bool| flow.events.iter().rev().find(|event| fits(event)).map(|event| event.node);
    match (end.status, end.pending) {
        (Status::Notified { object }, _) | (Status::Runnable, Pending::Lock(object)) => {
            nodes.extend(taken(flow, object));
        }
        (Status::Runnable, Pending::Initialize(class)) => {
            nodes.extend(last(&|event| event.thread != thread && event.pending == Pending::Initialize(class)));
        }
        (Status::Waiting { object, .. }, _) => {
            nodes.extend(last(&|event| event.thread == thread && event.pending == Pending::Wait(object)));
            nodes.extend(last(&|event| matches!(event.pending, Pending::Notify { object: of, .. } if of == object)));
        }
        (Status::Parked { .. }, _) => {
            nodes.extend(last(&|event| event.thread == thread && event.pending == Pending::Park));
            // A signal that came too early, or went to another.
            if end.condition != 0 {
                nodes.extend(last(&|event| {
                    event.thread != thread && event.signal.is_some_and(|(condition, _)| condition == end.condition)
                }));
            }
        }
        _ => {}
    }
    nodes
}

/// The event that took a monitor which is not given back.
fn taken(flow: &Flow, object: Ref) -> Option<NodeId> {
    let mut nesting = 0;
    for event in flow.events.iter().rev() {
        match event.pending {
            Pending::Unlock(of) if of == object => nesting += 1,
            Pending::Lock(of) if of == object && nesting > 0 => nesting -= 1,
            Pending::Lock(of) if of == object => return Some(event.node),
            _ => {}
        }
    }
    None
}

/// The events that some instructions depend on, through the links that count.
pub fn closure(flow: &Flow, from: &[NodeId], counts: impl Fn(Link) -> bool) -> Events {
    let mut seen = vec![false; flow.nodes.len()];
    let mut work: Vec<NodeId> = from.to_vec();
    let mut events = Events::new();
    while let Some(node) = work.pop() {
        if std::mem::replace(&mut seen[node as usize], true) {
            continue;
        }
        let node = &flow.nodes[node as usize];
        events.extend(node.event);
        work.extend(node.on.iter().filter(|(_, link)| counts(*link)).map(|(other, _)| *other));
    }
    events
}

pub fn is_thin(link: Link) -> bool {
    !matches!(link, Link::Address | Link::Lock)
}

pub fn is_full(link: Link) -> bool {
    link != Link::Lock
}

/// Whether an event is worth showing: others had to do with it, and it is not just part of how the JDK
/// starts and joins threads.
pub fn is_telling(flow: &Flow, event: &Event) -> bool {
    let is_contested = |cell: &Location| {
        flow.users.get(cell).is_some_and(|users| users.count_ones() > 1) && flow.contested.contains(cell)
    };
    let shared = |location| match location {
        Location::Fields { .. } => flow.contested.iter().any(|cell| cell.overlaps(location) && is_contested(cell)),
        _ => cells(location).iter().any(is_contested),
    };
    let outside = event.user && !event.plumbing;
    match event.pending {
        Pending::Memory(access) | Pending::Beside(access) => outside && shared(access.location),
        Pending::Copy { from, to } => outside && (shared(from.location) || shared(to.location)),
        Pending::Lock(_) | Pending::Wait(_) | Pending::Notify { .. } => outside,
        Pending::Park | Pending::Unpark(_) => outside,
        Pending::Start(_) | Pending::Choose(_) | Pending::Clock => true,
        Pending::Alive(_) => event.own,
        Pending::Sleep | Pending::Interrupt(_) | Pending::Interrupted(_) => event.user,
        _ => false,
    }
}

/// Whether an event is the program's own doing, not a detail of how the JDK does what it is asked.
pub fn is_outside(event: &Event) -> bool {
    // Taking a lock or a permit of `java.util.concurrent` is one such update of a number.
    let takes = event.reads && event.writes && !event.of_reference;
    let calls = matches!(
        event.pending,
        Pending::Start(_) | Pending::Interrupt(_) | Pending::Notify { .. } | Pending::Wait(_) | Pending::Unpark(_)
    );
    event.own || takes || calls
}

/// Of each call of the program that traces tell the last event, for those that took part in the failure: what the program asked
/// the JDK for says more than how that did it. Of many calls the last ones.
pub fn of_calls(flow: &Flow, events: &Events) -> Events {
    const MOST: usize = 16;
    let last: BTreeMap<usize, usize> = events.iter().filter_map(|&at| Some((flow.events[at].call?, at))).collect();
    let mut last: Vec<usize> = last.into_values().collect();
    last.sort_unstable();
    last.split_off(last.len().saturating_sub(MOST)).into_iter().collect()
}

/// Writes of other threads that came between a shown access and what became of it: the next write of
/// another thread after a read, and the last one before a write that takes its place unseen.
pub fn interference(flow: &Flow, shown: &Events) -> Events {
    let mut found = Events::new();
    for &at in shown {
        let event = &flow.events[at];
        let Pending::Memory(access) = event.pending else { continue };
        if access.mode != Mode::Plain && !event.own && !event.writes {
            continue;
        }
        let conflicts = |other: &usize| {
            let other = &flow.events[*other];
            let writes = matches!(other.pending, Pending::Memory(of) if of.location.overlaps(access.location));
            writes && other.writes && other.thread != event.thread && other.user
        };
        if event.reads {
            found.extend((at + 1..flow.events.len()).find(conflicts));
        }
        if event.writes {
            found.extend((0..at).rev().find(conflicts));
        }
    }
    found
}
