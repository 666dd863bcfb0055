//! Threads as they are exported: locations at which a thread can rest or arrive by several ways, and
//! what happens from there until the next such location.

use std::collections::BTreeSet;

use crate::language::{Action, Local, Node, NodeId, Thread};
use crate::prepare::may_be_visible;

/// The locations that need a number in an exported model: the entry, visible transformations and what
/// follows them, targets of branches, heads of loops, and where ways join.
pub fn leaders(thread: &Thread) -> BTreeSet<NodeId> {
    let reached = reachable(thread);
    let mut arrivals = vec![0u32; thread.nodes.len()];
    let mut leaders = BTreeSet::from([thread.entry]);
    for &at in &reached {
        let node = &thread.nodes[at.index()];
        let branches = matches!(node.action, Action::Branch { .. });
        for next in node.successors() {
            arrivals[next.index()] += 1;
            let leaves = matches!(node.action, Action::Exit(_));
            if branches
                || leaves
                || may_be_visible(node)
                || arrivals[next.index()] > 1
                || thread.nodes[next.index()].loop_head
            {
                leaders.insert(next);
            }
        }
        if may_be_visible(node) {
            leaders.insert(at);
        }
    }
    leaders
}

pub fn reachable(thread: &Thread) -> BTreeSet<NodeId> {
    let mut seen = BTreeSet::from([thread.entry]);
    let mut open = vec![thread.entry];
    while let Some(at) = open.pop() {
        open.extend(thread.nodes[at.index()].successors().filter(|&next| seen.insert(next)));
    }
    seen
}

/// The stack variables that keep their values between two steps.
pub fn lasting(thread: &Thread) -> BTreeSet<Local> {
    let reached = reachable(thread);
    let mut lasting: BTreeSet<Local> = thread.this.into_iter().collect();
    let mut rests = |node: &Node| lasting.extend(node.live.iter().copied());
    rests(&thread.nodes[thread.entry.index()]);
    for &at in &reached {
        let node = &thread.nodes[at.index()];
        if node.loop_head || may_be_visible(node) {
            rests(node);
        }
        if may_be_visible(node) {
            node.successors().for_each(|next| rests(&thread.nodes[next.index()]));
        }
    }
    lasting
}
