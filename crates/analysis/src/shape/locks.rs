//! Which monitors a thread certainly holds at each node.
//!
//! The specification keeps access paths and kills those whose fields may have changed. Here the
//! monitors are those of *values*, with names that a change of the heap cannot make wrong: what a
//! node last defined, or what a register held when control last arrived at a node. Executing the
//! node again ends the old meaning, wherever it is used. A *link* says that a value was loaded from
//! a part of another one; that stays true of the two objects whatever the part holds later.

use std::collections::BTreeMap;

use heddle_program::ClassId;

use super::flow::Flow;
use super::objects::Obj;
use super::storage::{Objs, Part};
use crate::inline::{Edge, Graph, Monitor, NodeId, Op, Register};

/// A name for an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// What the node defined when it was last executed.
    Defined(NodeId),
    /// What the register held when control last arrived at the node.
    Arrived(NodeId, Register),
    Class(ClassId),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// How often it was entered.
    pub count: u32,
    /// What it may be.
    pub objects: Objs,
}

/// A value was loaded by a node from a part of another value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    pub base: Value,
    pub at: NodeId,
}

/// What is known before a node.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Locks {
    pub values: BTreeMap<Register, Value>,
    pub held: BTreeMap<Value, Held>,
    pub links: BTreeMap<Value, Link>,
}

/// The part that a node loads.
pub fn loaded_part(op: &Op) -> Option<(Register, Part)> {
    match *op {
        Op::Load { base, slot, .. } => Some((base, Part::Slot(slot))),
        Op::LoadElement { base, is_ref: true, .. } => Some((base, Part::Elements)),
        Op::Task { thread, .. } => Some((thread, Part::Task)),
        _ => None,
    }
}

/// More passes over a graph than are ever needed; beyond, nothing is claimed.
const MOST_PASSES: usize = 200;

/// By node of a thread type, what is known before it.
pub fn must_locks(flow: &Flow<'_>, thread: u32, graph: &Graph) -> Vec<Option<Locks>> {
    let is_reached = |node: NodeId| flow.before[thread as usize][node as usize].is_some();
    let mut arrivals: Vec<Vec<(NodeId, usize)>> = vec![Vec::new(); graph.nodes.len()];
    for from in (0..graph.nodes.len() as NodeId).filter(|&node| is_reached(node)) {
        for (index, edge) in graph.nodes[from as usize].edges.iter().enumerate() {
            arrivals[edge.to as usize].push((from, index));
        }
    }
    let order = graph.reverse_postorder();
    let mut before: Vec<Option<Locks>> = vec![None; graph.nodes.len()];
    before[graph.entry as usize] = Some(Locks::default());
    // By node: what leaves it normally, and whether what comes to it has changed. The names at a node depend on all
    // ways to it, so each pass starts from what the last one found there; only what stays the same is a result.
    let mut after: Vec<Option<Locks>> = vec![None; graph.nodes.len()];
    let mut stale = vec![true; graph.nodes.len()];
    for _ in 0..MOST_PASSES {
        let mut changed = false;
        for &node in order.iter().filter(|&&node| is_reached(node)) {
            if !std::mem::replace(&mut stale[node as usize], false) {
                continue;
            }
            let mut known: Option<Locks> = (node == graph.entry).then(Locks::default);
            for &(from, index) in &arrivals[node as usize] {
                let edge = &graph.nodes[from as usize].edges[index];
                let left = if edge.is_exceptional() { &before[from as usize] } else { &after[from as usize] };
                let Some(mut out) = left.clone() else { continue };
                out.cross(flow, thread, graph, from, edge);
                if arrivals[node as usize].len() > 1 {
                    out.forget(|value| matches!(value, Value::Arrived(at, _) if at == node));
                }
                match &mut known {
                    Some(known) => known.meet(node, &out),
                    none => *none = Some(out),
                }
            }
            let Some(known) = known else { continue };
            let left = step(flow, thread, graph, node, known.clone());
            if before[node as usize].as_ref() != Some(&known) || after[node as usize].as_ref() != Some(&left) {
                changed = true;
                before[node as usize] = Some(known);
                after[node as usize] = Some(left);
                graph.nodes[node as usize].edges.iter().for_each(|edge| stale[edge.to as usize] = true);
            }
        }
        if !changed {
            return before;
        }
    }
    before.iter().map(|known| known.as_ref().map(|_| Locks::default())).collect()
}

fn step(flow: &Flow<'_>, thread: u32, graph: &Graph, node: NodeId, mut locks: Locks) -> Locks {
    let storage = flow.before[thread as usize][node as usize].as_ref().expect("reached");
    let op = &graph.nodes[node as usize].op;
    match *op {
        Op::Enter(monitor) => {
            let (value, objects) = match monitor {
                Monitor::Of(object) => (locks.name(node, object), flow.held(storage, object).iter().copied().collect()),
                Monitor::OfClass(class) => (Value::Class(class), Objs::from([Obj::Class(class)])),
            };
            let held = locks.held.entry(value).or_insert(Held { count: 0, objects: Objs::new() });
            held.count += 1;
            held.objects.extend(objects);
        }
        Op::Exit(monitor) => {
            let value = match monitor {
                Monitor::Of(object) => locks.values.get(&object).copied(),
                Monitor::OfClass(class) => Some(Value::Class(class)),
            };
            match value.and_then(|value| Some((value, locks.held.get_mut(&value)?))) {
                Some((value, held)) => {
                    held.count -= 1;
                    if held.count == 0 {
                        locks.held.remove(&value);
                    }
                }
                // Whatever this was, it may have been any of them.
                None => locks.held.clear(),
            }
        }
        Op::Assign { to, from } | Op::Filter { to, from, .. } => {
            let value = locks.name(node, from);
            locks.values.insert(to, value);
        }
        Op::ClassObject { to, class } => {
            locks.values.insert(to, Value::Class(class));
        }
        _ => {
            let link = loaded_part(op).map(|(base, _)| locks.name(node, base));
            if let Some(to) = op.to() {
                locks.forget(|value| value == Value::Defined(node));
                locks.values.insert(to, Value::Defined(node));
                // The base may have been what this node defined before.
                if let Some(base) = link.filter(|&base| base != Value::Defined(node)) {
                    locks.links.insert(Value::Defined(node), Link { base, at: node });
                }
            }
        }
    }
    locks
}

impl Locks {
    /// The name of what a register holds; if it has none, it gets one.
    fn name(&mut self, node: NodeId, register: Register) -> Value {
        if let Some(&value) = self.values.get(&register) {
            return value;
        }
        let value = Value::Arrived(node, register);
        self.forget(|old| old == value);
        self.values.insert(register, value);
        value
    }

    /// Some names get a new meaning: nothing is known under the old one.
    fn forget(&mut self, is_old: impl Fn(Value) -> bool) {
        self.values.retain(|_, value| !is_old(*value));
        self.held.retain(|value, _| !is_old(*value));
        self.links.retain(|value, link| !is_old(*value) && !is_old(link.base));
    }

    /// Along an edge, iterations end and registers die.
    fn cross(&mut self, flow: &Flow<'_>, thread: u32, graph: &Graph, from: NodeId, edge: &Edge) {
        let live = &flow.live[thread as usize];
        self.values.retain(|&register, _| live.has(edge.to, register));
        for ended in graph.ended_by(from, edge) {
            for held in self.held.values_mut() {
                let objects = held.objects.iter();
                held.objects = objects.map(|&object| flow.sites.past(thread, ended, object)).collect();
            }
        }
        // Links that start from nothing which is named any more are of no use.
        let mut useful: std::collections::BTreeSet<Value> =
            self.values.values().copied().chain(self.held.keys().copied()).collect();
        let mut open: Vec<Value> = useful.iter().copied().collect();
        while let Some(value) = open.pop() {
            if let Some(link) = self.links.get(&value)
                && useful.insert(link.base)
            {
                open.push(link.base);
            }
        }
        self.links.retain(|value, _| useful.contains(value));
    }

    /// Keeps what holds on both ways to a node.
    fn meet(&mut self, node: NodeId, other: &Self) {
        for (&register, value) in &mut self.values {
            if other.values.get(&register) != Some(value) {
                *value = Value::Arrived(node, register);
            }
        }
        for &register in other.values.keys() {
            self.values.entry(register).or_insert(Value::Arrived(node, register));
        }
        self.held.retain(|value, held| match other.held.get(value) {
            Some(also) => {
                held.count = held.count.min(also.count);
                held.objects.extend(also.objects.iter().copied());
                true
            }
            None => false,
        });
        self.links.retain(|value, link| other.links.get(value) == Some(link));
    }
}
