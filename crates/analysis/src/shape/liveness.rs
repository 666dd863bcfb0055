//! Which registers of a graph may still be used as references: all others are dropped from storage
//! structure graphs.

use crate::inline::{Graph, Monitor, NodeId, Op, Register};

/// By node: registers whose references matter before it.
pub struct Live {
    words: usize,
    bits: Vec<u64>,
}

impl Live {
    pub fn new(graph: &Graph) -> Self {
        let words = (graph.registers as usize).div_ceil(64);
        let mut live = Self { words, bits: vec![0; words * graph.nodes.len()] };
        let mut before: Vec<Vec<NodeId>> = vec![Vec::new(); graph.nodes.len()];
        for (from, node) in graph.nodes.iter().enumerate() {
            node.edges.iter().for_each(|edge| before[edge.to as usize].push(from as NodeId));
        }
        let mut open: Vec<NodeId> = (0..graph.nodes.len() as NodeId).collect();
        let mut row = vec![0u64; words];
        while let Some(at) = open.pop() {
            row.fill(0);
            let node = &graph.nodes[at as usize];
            let add = |edges: &mut dyn Iterator<Item = NodeId>, row: &mut [u64]| {
                for to in edges {
                    let from = &live.bits[to as usize * words..][..words];
                    row.iter_mut().zip(from).for_each(|(row, from)| *row |= from);
                }
            };
            add(&mut node.edges.iter().filter(|edge| !edge.is_exceptional()).map(|edge| edge.to), &mut row);
            if let Some(to) = node.op.to() {
                row[to as usize / 64] &= !(1 << (to % 64));
            }
            add(&mut node.edges.iter().filter(|edge| edge.is_exceptional()).map(|edge| edge.to), &mut row);
            uses(graph, &node.op, |register| row[register as usize / 64] |= 1 << (register % 64));
            let old = &mut live.bits[at as usize * words..][..words];
            if *old != *row {
                old.copy_from_slice(&row);
                open.extend(&before[at as usize]);
            }
        }
        live
    }

    pub fn has(&self, node: NodeId, register: Register) -> bool {
        self.bits[node as usize * self.words + register as usize / 64] >> (register % 64) & 1 != 0
    }
}

/// The registers whose references a node uses.
pub fn uses(graph: &Graph, op: &Op, mut each: impl FnMut(Register)) {
    match *op {
        Op::Assign { from, .. } | Op::Filter { from, .. } => each(from),
        Op::Load { base, .. } | Op::LoadElement { base, .. } => each(base),
        Op::Store { base, value, .. } | Op::StoreElement { base, value, .. } => {
            each(base);
            each(value);
        }
        Op::StoreStatic { value, .. } => each(value),
        Op::Enter(Monitor::Of(object)) | Op::Exit(Monitor::Of(object)) => each(object),
        Op::Wait { object, .. } | Op::Notify { object, .. } => each(object),
        Op::Thread { thread, task } => {
            each(thread);
            task.into_iter().for_each(each);
        }
        Op::Task { thread, .. } | Op::Start { thread } | Op::Join { thread, .. } => each(thread),
        Op::Call { ref args, .. } => args.iter().copied().for_each(each),
        Op::Caught { .. } => each(graph.thrown),
        _ => {}
    }
}
