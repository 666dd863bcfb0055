//! Exceptions that cannot happen are taken out: a register is known not to be null after it was
//! assigned something that is not, after it was used as an object, or after a test said so.

use std::collections::BTreeSet;

use heddle_program::ir::{Instr, Pc};
use heddle_program::{ClassId, Program};

use super::liveness::Live;
use super::{EdgeKind, Graph, Monitor, NodeId, Op, Register};

/// Registers that are not null, in ascending order; those that nobody uses any more are left out.
type Known = Vec<Register>;

/// Takes out edges for null pointers where there is no null.
pub fn prune(program: &Program, graph: &mut Graph, null: ClassId) {
    let live = Live::new(graph, |op, each| {
        let from = match *op {
            Op::Assign { from, .. } | Op::Filter { from, .. } => Some(from),
            _ => None,
        };
        base(op).into_iter().chain(from).for_each(each);
    });
    let order = graph.reverse_postorder();
    let mut rank = vec![0; graph.nodes.len()];
    order.iter().enumerate().for_each(|(at, &node)| rank[node as usize] = at);
    // What is known before each node; none if it was not reached yet.
    let mut before: Vec<Option<Known>> = vec![None; graph.nodes.len()];
    before[graph.entry as usize] = Some(Known::new());
    let mut open = BTreeSet::from([rank[graph.entry as usize]]);
    while let Some(at) = open.pop_first() {
        let at = order[at];
        let known = before[at as usize].clone().expect("reached before");
        let node = &graph.nodes[at as usize];
        let mut after = known.clone();
        apply(&node.op, &mut after);
        for edge in &node.edges {
            let left = if edge.is_exceptional() { &known } else { &after };
            let mut out: Known = left.iter().copied().filter(|&register| live.has(edge.to, register)).collect();
            if !edge.is_exceptional() {
                if let Some(register) = tested(program, graph, at, edge.to) {
                    set(&mut out, register);
                }
            } else if edge.kind == EdgeKind::Throws(Some(null)) && base(&node.op).is_some_and(|base| has(&known, base))
            {
                continue;
            }
            let changed = match &mut before[edge.to as usize] {
                Some(old) => {
                    let count = old.len();
                    old.retain(|&register| has(&out, register));
                    old.len() != count
                }
                slot => {
                    *slot = Some(out);
                    true
                }
            };
            if changed {
                open.insert(rank[edge.to as usize]);
            }
        }
    }
    for (node, known) in graph.nodes.iter_mut().zip(&before) {
        let Some(known) = known else {
            node.edges.clear();
            continue;
        };
        if base(&node.op).is_some_and(|base| has(known, base)) {
            node.edges.retain(|edge| edge.kind != EdgeKind::Throws(Some(null)));
        }
    }
}

fn has(known: &[Register], register: Register) -> bool {
    known.binary_search(&register).is_ok()
}

fn set(known: &mut Known, register: Register) {
    if let Err(at) = known.binary_search(&register) {
        known.insert(at, register);
    }
}

/// The register that must not be null.
fn base(op: &Op) -> Option<Register> {
    match *op {
        Op::Load { base, .. } | Op::Store { base, .. } | Op::Length { base, .. } => Some(base),
        Op::LoadElement { base, .. } | Op::StoreElement { base, .. } => Some(base),
        Op::Enter(Monitor::Of(object)) | Op::Exit(Monitor::Of(object)) => Some(object),
        Op::Receiver(object) => Some(object),
        _ => None,
    }
}

fn apply(op: &Op, known: &mut Known) {
    let from = match *op {
        Op::Assign { from, .. } => Some(has(known, from)),
        Op::Filter { from, by, .. } => Some(!matches!(by, super::Filter::Class(_)) || has(known, from)),
        _ => None,
    };
    if let Some(base) = base(op) {
        set(known, base);
    }
    let is_known = match *op {
        Op::Machine { .. } | Op::ClassObject { .. } | Op::New { .. } | Op::Caught { .. } | Op::Current { .. } => true,
        Op::Begin { .. } => true,
        _ => from.unwrap_or(false),
    };
    if let Some(to) = op.to() {
        known.retain(|&register| register != to);
        if is_known {
            set(known, to);
        }
    }
}

/// The register that a branch found not to be null on its way to a node.
fn tested(program: &Program, graph: &Graph, at: NodeId, to: NodeId) -> Option<Register> {
    let node = &graph.nodes[at as usize];
    if node.op != Op::Branch {
        return None;
    }
    let code = graph.code(program, node.copy);
    let (register, taken, is_taken_known) = match code.instrs[node.pc as usize] {
        Instr::IfEqK { a, k: 0, t } => (a, t, false),
        Instr::IfNeK { a, k: 0, t } => (a, t, true),
        _ => return None,
    };
    let goes = graph.nodes[to as usize].pc;
    let (taken, next) = (Pc::from(taken), node.pc + 1);
    let is_known = taken != next && goes == if is_taken_known { taken } else { next };
    is_known.then(|| graph.register(node.copy, register))
}
