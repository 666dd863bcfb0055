//! Which registers of a graph may still be used.

use super::{Graph, NodeId, Op, Register};

/// By node: registers that may still be used from there on, in ascending order.
pub struct Live(Vec<Vec<Register>>);

impl Live {
    /// Goes back from every use of a register to where it is defined.
    pub fn new(graph: &Graph, uses: impl Fn(&Op, &mut dyn FnMut(Register))) -> Self {
        let mut before: Vec<Vec<(NodeId, bool)>> = vec![Vec::new(); graph.nodes.len()];
        let mut used: Vec<Vec<NodeId>> = vec![Vec::new(); graph.registers as usize];
        for (at, node) in graph.nodes.iter().enumerate() {
            for edge in &node.edges {
                before[edge.to as usize].push((at as NodeId, edge.is_exceptional()));
            }
            uses(&node.op, &mut |register| used[register as usize].push(at as NodeId));
        }
        let mut live: Vec<Vec<Register>> = vec![Vec::new(); graph.nodes.len()];
        for (register, used) in used.into_iter().enumerate() {
            let register = register as Register;
            let mut open = used;
            while let Some(at) = open.pop() {
                // Registers come in ascending order.
                if live[at as usize].last() == Some(&register) {
                    continue;
                }
                live[at as usize].push(register);
                let kept = |&(from, throws): &(NodeId, bool)| {
                    (throws || graph.nodes[from as usize].op.to() != Some(register)).then_some(from)
                };
                open.extend(before[at as usize].iter().filter_map(kept));
            }
        }
        Self(live)
    }

    pub fn has(&self, node: NodeId, register: Register) -> bool {
        self.0[node as usize].binary_search(&register).is_ok()
    }
}
