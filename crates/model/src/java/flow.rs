//! Which objects a register may hold at a node of an inlined graph: allocation sites, or anything.
//! Tells which code a thread runs that is made from a task.

use std::collections::BTreeSet;

use heddle_analysis::inline::{Graph, NodeId, Op, Register, SiteId};
use rustc_hash::FxHashSet;

/// The sites whose objects a register may hold before a node, found by going back to where it was
/// written; none if it may hold anything.
pub fn sites_at(graph: &Graph, node: NodeId, register: Register) -> Option<BTreeSet<SiteId>> {
    let mut before: Vec<Vec<NodeId>> = vec![Vec::new(); graph.nodes.len()];
    for (from, node) in graph.nodes.iter().enumerate() {
        for edge in &node.edges {
            before[edge.to as usize].push(from as NodeId);
        }
    }
    let mut sites = BTreeSet::new();
    let mut seen = FxHashSet::default();
    let mut open = vec![(node, register)];
    while let Some((node, register)) = open.pop() {
        if !seen.insert((node, register)) {
            continue;
        }
        for &from in &before[node as usize] {
            match graph.nodes[from as usize].op {
                Op::New { to, site } if to == register => {
                    sites.insert(site);
                }
                Op::Null { to } if to == register => {}
                Op::Assign { to, from: source } | Op::Filter { to, from: source, .. } if to == register => {
                    open.push((from, source));
                }
                Op::Compute { to: Some(to) }
                | Op::Machine { to }
                | Op::ClassObject { to, .. }
                | Op::Load { to, .. }
                | Op::LoadStatic { to, .. }
                | Op::LoadElement { to, .. }
                | Op::Length { to, .. }
                | Op::Task { to, .. }
                | Op::Current { to }
                | Op::Caught { to }
                | Op::Call { to: Some(to), .. }
                | Op::Begin { this: Some(to) }
                    if to == register =>
                {
                    return None;
                }
                _ => open.push((from, register)),
            }
        }
    }
    Some(sites)
}
