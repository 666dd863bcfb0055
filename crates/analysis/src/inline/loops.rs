//! Natural loops of an inlined graph: a back edge leads to a node that dominates its source, and
//! the loop is all that reaches a back edge without passing the header. Loops of inlined methods
//! nest in the loops around the call. Dominators as in `program::cfg`.
//!
//! Cycles that are entered at more than one node have no header and are no loops;
//! [`Graph::irreducible`] says that there are some, and analyses that need loops give up.

use super::{Graph, LoopId, NodeId};

#[derive(Clone, Debug)]
pub struct Loop {
    pub header: NodeId,
    pub parent: Option<LoopId>,
}

const UNREACHED: u32 = u32::MAX;

/// Fills in the loops of a graph, and for each node and edge which loop it is in or repeats.
pub fn find_loops(graph: &mut Graph) {
    let order = graph.reverse_postorder();
    let mut position = vec![UNREACHED; graph.nodes.len()];
    for (at, &node) in order.iter().enumerate() {
        position[node as usize] = at as u32;
    }
    let mut before: Vec<Vec<NodeId>> = vec![Vec::new(); graph.nodes.len()];
    for &node in &order {
        for edge in &graph.nodes[node as usize].edges {
            before[edge.to as usize].push(node);
        }
    }
    let dominators = dominators(&order, &position, &before);
    let dominates = |above: NodeId, mut at: NodeId| {
        while position[at as usize] > position[above as usize] {
            at = dominators[at as usize];
        }
        at == above
    };
    // Inner headers come later in the order, so going backwards meets inner loops first.
    for &header in order.iter().rev() {
        let retreating =
            before[header as usize].iter().filter(|&&from| position[from as usize] >= position[header as usize]);
        let (latches, others): (Vec<NodeId>, Vec<NodeId>) = retreating.partition(|&&from| dominates(header, from));
        graph.irreducible |= !others.is_empty();
        if latches.is_empty() {
            continue;
        }
        let id = graph.loops.len() as LoopId;
        graph.loops.push(Loop { header, parent: None });
        for &from in &latches {
            for edge in graph.nodes[from as usize].edges.iter_mut().filter(|edge| edge.to == header) {
                edge.back = Some(id);
            }
        }
        add(graph, id, latches, &before);
    }
}

fn dominators(order: &[NodeId], position: &[u32], before: &[Vec<NodeId>]) -> Vec<NodeId> {
    let mut found = vec![UNREACHED; position.len()];
    found[order[0] as usize] = order[0];
    let mut changed = true;
    while changed {
        changed = false;
        for &node in &order[1..] {
            let known = before[node as usize].iter().copied().filter(|&from| found[from as usize] != UNREACHED);
            let nearest = known
                .reduce(|mut a, mut b| {
                    while a != b {
                        while position[a as usize] > position[b as usize] {
                            a = found[a as usize];
                        }
                        while position[b as usize] > position[a as usize] {
                            b = found[b as usize];
                        }
                    }
                    a
                })
                .expect("a reachable node has a predecessor that comes before it");
            changed |= std::mem::replace(&mut found[node as usize], nearest) != nearest;
        }
    }
    found
}

/// All that reaches a latch without passing the header.
fn add(graph: &mut Graph, id: LoopId, latches: Vec<NodeId>, before: &[Vec<NodeId>]) {
    let header = graph.loops[id as usize].header;
    claim(graph, header, id);
    let mut open = latches;
    while let Some(node) = open.pop() {
        if node == header {
            continue;
        }
        let mut entry = node;
        match graph.nodes[node as usize].in_loop {
            Some(inner) => {
                let outermost = outermost(graph, inner);
                if outermost == id {
                    continue;
                }
                graph.loops[outermost as usize].parent = Some(id);
                entry = graph.loops[outermost as usize].header;
            }
            None => graph.nodes[node as usize].in_loop = Some(id),
        }
        open.extend(&before[entry as usize]);
    }
}

fn claim(graph: &mut Graph, node: NodeId, id: LoopId) {
    match graph.nodes[node as usize].in_loop {
        Some(inner) => {
            let outermost = outermost(graph, inner);
            if outermost != id {
                graph.loops[outermost as usize].parent = Some(id);
            }
        }
        None => graph.nodes[node as usize].in_loop = Some(id),
    }
}

fn outermost(graph: &Graph, mut id: LoopId) -> LoopId {
    while let Some(parent) = graph.loops[id as usize].parent {
        id = parent;
    }
    id
}
