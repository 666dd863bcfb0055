//! What follows from a thread's graph alone: which stack variables are live, where loops begin, and
//! which notifications and exits are followed by an exit that they can join.
//!
//! Comes last when a model is made, since joining depends on which nodes are shared.

use crate::language::{Action, Local, Model, Node, NodeId, Rules, Thread};

/// Fills in [`Node::live`], [`Node::loop_head`] and [`Node::joins`].
pub fn prepare(model: &mut Model) {
    let rules = model.rules;
    for thread in &mut model.threads {
        mark_loops(thread);
        mark_joins(thread, rules);
        mark_live(thread);
    }
}

/// Marks the targets of back edges of a depth-first search.
fn mark_loops(thread: &mut Thread) {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        OnPath,
        Done,
    }
    let mut seen = vec![Seen::No; thread.nodes.len()];
    let mut stack: Vec<(NodeId, Vec<NodeId>)> = Vec::new();
    let push = |stack: &mut Vec<_>, seen: &mut Vec<Seen>, nodes: &[Node], at: NodeId| {
        seen[at.index()] = Seen::OnPath;
        stack.push((at, nodes[at.index()].successors().collect()));
    };
    push(&mut stack, &mut seen, &thread.nodes, thread.entry);
    while let Some((at, left)) = stack.last_mut() {
        let at = *at;
        match left.pop() {
            None => {
                seen[at.index()] = Seen::Done;
                stack.pop();
            }
            Some(next) => match seen[next.index()] {
                Seen::No => push(&mut stack, &mut seen, &thread.nodes, next),
                Seen::OnPath => thread.nodes[next.index()].loop_head = true,
                Seen::Done => {}
            },
        }
    }
}

/// Marks notifications and exits from which every way leads, through what is never visible, to an
/// exit. Only then do they join it: so a thread always rests right after the last exit of a chain,
/// which keeps the number of resting points small.
fn mark_joins(thread: &mut Thread, rules: Rules) {
    let reaches: Vec<bool> = exits_ahead(&thread.nodes);
    for at in 0..thread.nodes.len() {
        let joinable = match thread.nodes[at].action {
            Action::Notify { .. } => rules.notify,
            Action::Exit(_) => rules.unlock,
            _ => false,
        };
        thread.nodes[at].joins = joinable && reaches[thread.nodes[at].next.index()];
    }
}

/// For each node, whether all ways from it reach a visible exit without passing anything visible.
/// The least solution, so that a loop does not count as reaching anything.
fn exits_ahead(nodes: &[Node]) -> Vec<bool> {
    let mut reaches = vec![false; nodes.len()];
    loop {
        let mut changed = false;
        for (at, node) in nodes.iter().enumerate().rev() {
            let now = match &node.action {
                Action::Exit(_) if node.shared => true,
                Action::Fail(_) => true,
                _ if may_be_visible(node) => false,
                _ => node.successors().all(|next| reaches[next.index()]),
            };
            changed |= now != reaches[at];
            reaches[at] = now;
        }
        if !changed {
            return reaches;
        }
    }
}

/// Whether a transformation is visible in some state.
pub fn may_be_visible(node: &Node) -> bool {
    match node.action {
        Action::Load { .. } | Action::Store { .. } | Action::Enter(_) | Action::Exit(_) => node.shared,
        Action::Skip
        | Action::Set { .. }
        | Action::Branch { .. }
        | Action::New { .. }
        | Action::NewArray { .. }
        | Action::Length { .. }
        | Action::Fail(_) => false,
        Action::Wait { .. }
        | Action::Notify { .. }
        | Action::Start(_)
        | Action::Join(_)
        | Action::Alive { .. }
        | Action::End
        | Action::Crash(_) => true,
    }
}

fn mark_live(thread: &mut Thread) {
    let words = thread.locals.len().div_ceil(64);
    let mut live = vec![vec![0u64; words]; thread.nodes.len()];
    loop {
        let mut changed = false;
        for (at, node) in thread.nodes.iter().enumerate().rev() {
            let mut now = vec![0u64; words];
            for next in node.successors() {
                for (word, more) in now.iter_mut().zip(&live[next.index()]) {
                    *word |= more;
                }
            }
            if let Some(Local(to)) = node.action.written() {
                now[to as usize / 64] &= !(1 << (to % 64));
            }
            node.action.reads(&mut |Local(from)| now[from as usize / 64] |= 1 << (from % 64));
            changed |= now != live[at];
            live[at] = now;
        }
        if !changed {
            break;
        }
    }
    for (node, live) in thread.nodes.iter_mut().zip(&live) {
        let is_live = |at: &u32| live[*at as usize / 64] >> (at % 64) & 1 == 1;
        node.live = (0..thread.locals.len() as u32).filter(is_live).map(Local).collect();
    }
}
