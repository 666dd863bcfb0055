//! Exceptions that cannot happen are taken out: a register is known not to be null after it was
//! assigned something that is not, after it was used as an object, or after a test said so.

use heddle_program::ir::{Instr, Pc};
use heddle_program::{ClassId, Program};

use super::{EdgeKind, Graph, Monitor, NodeId, Op, Register};

/// Above this many bits of knowledge nothing is taken out.
const MOST: usize = 1 << 31;

/// Takes out edges for null pointers where there is no null.
pub fn prune(program: &Program, graph: &mut Graph, null: ClassId) {
    let words = (graph.registers as usize).div_ceil(64);
    if words * 64 * graph.nodes.len() > MOST {
        return;
    }
    // Registers that are not null before each node; none if it was not reached yet.
    let mut before: Vec<Option<Box<[u64]>>> = vec![None; graph.nodes.len()];
    before[graph.entry as usize] = Some(vec![0; words].into());
    let mut open = vec![graph.entry];
    while let Some(at) = open.pop() {
        let known = before[at as usize].clone().expect("reached before");
        let node = &graph.nodes[at as usize];
        for edge in &node.edges {
            let mut after = known.clone();
            if !edge.is_exceptional() {
                apply(&node.op, &mut after);
                if let Some(register) = tested(program, graph, at, edge.to) {
                    set(&mut after, register);
                }
            } else if edge.kind == EdgeKind::Throws(Some(null)) && base(&node.op).is_some_and(|base| has(&known, base))
            {
                continue;
            }
            let changed = match &mut before[edge.to as usize] {
                Some(old) => meet(old, &after),
                slot => {
                    *slot = Some(after);
                    true
                }
            };
            if changed {
                open.push(edge.to);
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

fn has(known: &[u64], register: Register) -> bool {
    known[register as usize / 64] >> (register % 64) & 1 != 0
}

fn set(known: &mut [u64], register: Register) {
    known[register as usize / 64] |= 1 << (register % 64);
}

fn meet(old: &mut [u64], new: &[u64]) -> bool {
    let mut changed = false;
    for (old, new) in old.iter_mut().zip(new) {
        changed |= *old & !new != 0;
        *old &= new;
    }
    changed
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

fn apply(op: &Op, known: &mut [u64]) {
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
        known[to as usize / 64] &= !(1 << (to % 64));
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
