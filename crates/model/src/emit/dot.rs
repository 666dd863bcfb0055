//! A model as a drawing for Graphviz: per thread, its visible transformations and their order.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::words;
use crate::explore::Explored;
use crate::language::{Model, NodeId, Thread};
use crate::prepare::may_be_visible;

pub fn dot(model: &Model, explored: &Explored) -> String {
    let mut text = format!("digraph {:?} {{\n  node [shape=box, fontname=monospace];\n", model.name);
    let used: BTreeSet<_> = explored.used.iter().map(|&(thread, node, _)| (thread.index(), node)).collect();
    for (at, thread) in model.threads.iter().enumerate() {
        let _ = writeln!(text, "  subgraph cluster_{at} {{\n    label={:?};", thread.name);
        let _ = writeln!(text, "    t{at} [shape=point];");
        let is_shown = |node: NodeId| used.contains(&(at, node));
        for (id, node) in thread.nodes.iter().enumerate().filter(|&(id, _)| is_shown(NodeId(id as u32))) {
            let label = format!("{}\\n{}", node.place, words::action(model, &node.action));
            let _ = writeln!(text, "    t{at}_{id} [label=\"{}\"];", label.replace('"', "\\\""));
            for next in following(thread, node.successors(), &is_shown) {
                let _ = writeln!(text, "    t{at}_{id} -> t{at}_{};", next.0);
            }
        }
        for first in following(thread, std::iter::once(thread.entry), &is_shown) {
            let _ = writeln!(text, "    t{at} -> t{at}_{};", first.0);
        }
        text += "  }\n";
    }
    text + "}\n"
}

/// The visible transformations that may come next.
fn following(
    thread: &Thread,
    from: impl Iterator<Item = NodeId>,
    is_shown: &impl Fn(NodeId) -> bool,
) -> BTreeSet<NodeId> {
    let mut open: Vec<NodeId> = from.collect();
    let mut seen: BTreeSet<NodeId> = open.iter().copied().collect();
    let mut found = BTreeSet::new();
    while let Some(at) = open.pop() {
        let node = &thread.nodes[at.index()];
        if is_shown(at) {
            found.insert(at);
        }
        // What is visible in some states only may also be passed.
        if !is_shown(at) || !always_visible(thread, at) {
            open.extend(node.successors().filter(|&next| seen.insert(next)));
        }
    }
    found
}

fn always_visible(thread: &Thread, at: NodeId) -> bool {
    use crate::language::Action;
    let node = &thread.nodes[at.index()];
    may_be_visible(node) && !matches!(node.action, Action::Notify { .. } | Action::Enter(_) | Action::Exit(_))
}
