//! Which objects other threads may reach, and from where on (Corbett, TOSEM 2000, section 6.1): owned
//! static fields, exposing assignments, hand-over, `shared(A)`.
//!
//! An object is exposed where a thread makes it reachable for others: by a store into a static field
//! that is not owned or into an object that others can reach, by starting a thread, by a call that is
//! not followed. From there on it is shared for the thread that exposed it, and everywhere for all
//! others. The exception is hand-over: the object goes to the thread that is started, and whoever
//! starts it never touches or exposes the object again.
//!
//! An object that a thread made itself is shared once that thread has exposed it, not before,
//! whatever happened to other objects of the site.

use std::collections::{BTreeMap, BTreeSet};

use heddle_program::FieldId;

use super::flow::Flow;
use super::objects::Obj;
use super::storage::{Objs, SetId, Sets, Storage};
use crate::inline::{Effect, Graph, LoopId, Monitor, NodeId, Op, Register, Slot};

/// What an access touches within an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum What {
    Slot(Slot),
    Elements,
    Lock,
}

/// An access of a node: through a register, or to the monitor of a class object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    pub base: Option<Register>,
    pub what: What,
    pub writes: bool,
    /// It waits for a monitor, and so gives it up.
    pub waits: bool,
}

/// The accesses of a node to objects.
pub fn touches(op: &Op) -> Vec<Touch> {
    let touch = |base, what, writes| Touch { base: Some(base), what, writes, waits: false };
    match op {
        &Op::Load { base, slot, .. } => vec![touch(base, What::Slot(slot), false)],
        &Op::Store { base, slot, .. } => vec![touch(base, What::Slot(slot), true)],
        &Op::LoadElement { base, .. } => vec![touch(base, What::Elements, false)],
        // Inner arrays are put into the outer one while nobody knows it.
        &Op::StoreElement { base, index, .. } if index.is_some() => vec![touch(base, What::Elements, true)],
        &Op::Enter(Monitor::Of(base)) | &Op::Exit(Monitor::Of(base)) => vec![touch(base, What::Lock, true)],
        Op::Enter(Monitor::OfClass(_)) | Op::Exit(Monitor::OfClass(_)) => {
            vec![Touch { base: None, what: What::Lock, writes: true, waits: false }]
        }
        &Op::Notify { object, .. } => vec![touch(object, What::Lock, true)],
        &Op::Wait { object, .. } => vec![Touch { waits: true, ..touch(object, What::Lock, true) }],
        Op::Call { effect: Effect::Reads, args, .. } => args
            .iter()
            .flat_map(|&arg| [touch(arg, What::Elements, false), Touch { waits: true, ..touch(arg, What::Lock, true) }])
            .collect(),
        Op::Call { effect: Effect::Elements, args, .. } => {
            args.iter().map(|&arg| touch(arg, What::Elements, true)).collect()
        }
        _ => Vec::new(),
    }
}

/// Who shares what.
pub struct Sharing {
    sets: Sets,
    /// By thread type and node: what the thread itself has exposed before it.
    exposed: Vec<Vec<SetId>>,
    /// By thread type: what is shared wherever its threads are.
    everywhere: Vec<Objs>,
    /// Which thread types access a static field.
    pub users: BTreeMap<FieldId, BTreeSet<u32>>,
    /// Thread type, node that starts a thread, object handed over.
    pub handed: BTreeSet<(u32, NodeId, Obj)>,
}

pub fn sharing(flow: &Flow<'_>) -> Sharing {
    let types = &flow.sites.threads.types;
    let mut sharing = Sharing {
        sets: Sets::default(),
        exposed: types.iter().map(|ty| vec![SetId::default(); ty.graph.nodes.len()]).collect(),
        everywhere: vec![Objs::new(); types.len()],
        users: users(flow),
        handed: BTreeSet::new(),
    };
    let mut given: Vec<Objs> = vec![Objs::new(); types.len()];
    loop {
        sharing.handed.clear();
        let mut changed = false;
        for (thread, ty) in types.iter().enumerate() {
            let events = sharing.spread(flow, thread as u32, &ty.graph);
            let mut exposed = Objs::new();
            for (&node, objects) in &events {
                for &object in objects {
                    if is_hand_over(flow, thread as u32, &ty.graph, &events, node, object) {
                        sharing.handed.insert((thread as u32, node, object));
                    } else {
                        exposed.insert(flow.sites.exported(object));
                    }
                }
            }
            let count = given[thread].len();
            given[thread].extend(exposed);
            changed |= given[thread].len() != count;
        }
        for (to, everywhere) in sharing.everywhere.iter_mut().enumerate() {
            for (from, ty) in types.iter().enumerate() {
                if from != to || ty.multi {
                    everywhere.extend(given[from].iter().copied());
                }
            }
        }
        if !changed {
            return sharing;
        }
    }
}

impl Sharing {
    /// Whether another thread may reach an object at a node.
    pub fn is_shared(&self, flow: &Flow<'_>, thread: u32, node: NodeId, object: Obj) -> bool {
        let Some(site) = object.site() else { return true };
        self.sets.members(self.exposed[thread as usize][node as usize]).binary_search(&object).is_ok()
            || !(matches!(object, Obj::Current(_)) && flow.sites.owner(site) == thread)
                && (self.everywhere[thread as usize].contains(&object) || flow.is_escaped(object))
    }

    /// Whether only one thread ever accesses a static field.
    pub fn is_owned_static(&self, flow: &Flow<'_>, field: FieldId) -> bool {
        let types = &flow.sites.threads.types;
        !flow.is_unknown_static(field)
            && self
                .users
                .get(&field)
                .is_none_or(|users| users.len() < 2 && users.iter().all(|&thread| !types[thread as usize].multi))
    }

    /// Works out what a thread has exposed at each of its nodes; gives what each node exposes.
    fn spread(&mut self, flow: &Flow<'_>, thread: u32, graph: &Graph) -> BTreeMap<NodeId, Objs> {
        let before = &flow.before[thread as usize];
        let mut events = BTreeMap::new();
        let order = graph.reverse_postorder();
        let mut rank = vec![0; graph.nodes.len()];
        order.iter().enumerate().for_each(|(at, &node)| rank[node as usize] = at);
        let mut open: BTreeSet<usize> = (0..order.len()).collect();
        while let Some(at) = open.pop_first() {
            let node = order[at];
            let Some(storage) = &before[node as usize] else { continue };
            let exposed = self.exposes(flow, thread, node, storage, &graph.nodes[node as usize].op);
            let exposed_here = self.sets.of(exposed.iter().copied());
            let after = self.sets.union(self.exposed[thread as usize][node as usize], exposed_here);
            if !exposed.is_empty() {
                events.insert(node, exposed);
            }
            if after == SetId::default() {
                continue;
            }
            for edge in &graph.nodes[node as usize].edges {
                let out = graph.ended_by(node, edge).fold(after, |set, ended| self.past(flow, thread, ended, set));
                let old = self.exposed[thread as usize][edge.to as usize];
                let new = self.sets.union(old, out);
                if new != old {
                    self.exposed[thread as usize][edge.to as usize] = new;
                    open.insert(rank[edge.to as usize]);
                }
            }
        }
        events
    }

    /// An iteration of a loop ends: what it made is past.
    fn past(&mut self, flow: &Flow<'_>, thread: u32, ended: LoopId, set: SetId) -> SetId {
        let objects = self.sets.members(set).iter();
        let objects: Vec<Obj> = objects.map(|&object| flow.sites.past(thread, ended, object)).collect();
        self.sets.of(objects)
    }

    /// What a node makes reachable for other threads.
    fn exposes(&self, flow: &Flow<'_>, thread: u32, node: NodeId, storage: &Storage, op: &Op) -> Objs {
        let is_shared =
            |base: Register| flow.held(storage, base).iter().any(|&object| self.is_shared(flow, thread, node, object));
        let held = |register: Register| flow.held(storage, register).to_vec();
        let from: Vec<Obj> = match *op {
            Op::Store { base, value, .. } | Op::StoreElement { base, value, is_ref: true, .. } if is_shared(base) => {
                held(value)
            }
            Op::StoreStatic { field, value } if !self.is_owned_static(flow, field) => held(value),
            Op::Start { thread } => held(thread),
            Op::Thread { thread, task: Some(task) } if is_shared(thread) => held(task),
            Op::Call { effect: Effect::Havoc, ref args, .. } => args.iter().flat_map(|&arg| held(arg)).collect(),
            _ => return Objs::new(),
        };
        let reached = flow.reach(thread, node, storage, &from);
        reached.into_iter().filter(|object| object.site().is_some()).collect()
    }
}

/// Static fields and the thread types that access them.
fn users(flow: &Flow<'_>) -> BTreeMap<FieldId, BTreeSet<u32>> {
    let mut users: BTreeMap<FieldId, BTreeSet<u32>> = BTreeMap::new();
    for (thread, ty) in flow.sites.threads.types.iter().enumerate() {
        for (node, before) in ty.graph.nodes.iter().zip(&flow.before[thread]) {
            if let (Op::LoadStatic { field, .. } | Op::StoreStatic { field, .. }, Some(_)) = (&node.op, before) {
                users.entry(*field).or_default().insert(thread as u32);
            }
        }
    }
    users
}

/// Whether a node that exposes an object only hands it over to the thread that it starts.
fn is_hand_over(
    flow: &Flow<'_>,
    thread: u32,
    graph: &Graph,
    events: &BTreeMap<NodeId, Objs>,
    node: NodeId,
    object: Obj,
) -> bool {
    if !matches!(graph.nodes[node as usize].op, Op::Start { .. }) || flow.is_escaped(object) {
        return false;
    }
    let uses = |at: NodeId, object: Obj| {
        let Some(storage) = &flow.before[thread as usize][at as usize] else { return false };
        events.get(&at).is_some_and(|exposed| exposed.contains(&object))
            || touches(&graph.nodes[at as usize].op)
                .iter()
                .any(|touch| touch.base.is_some_and(|base| flow.held(storage, base).contains(&object)))
    };
    let own_loop = match object {
        Obj::Current(site) if flow.sites.owner(site) == thread => flow.sites.loop_of(site).map(|id| (site, id)),
        _ => None,
    };
    match own_loop {
        // Later iterations call the object a past one.
        Some((site, id)) => {
            !later(graph, node, Some(id)).into_iter().any(|at| uses(at, object))
                && !later(graph, node, None).into_iter().any(|at| uses(at, Obj::Past(site)))
        }
        None => !later(graph, node, None).into_iter().any(|at| uses(at, object)),
    }
}

/// The nodes that may be executed after a node, in the same iteration of a loop if one is given.
fn later(graph: &Graph, node: NodeId, within: Option<LoopId>) -> Vec<NodeId> {
    let mut seen = vec![false; graph.nodes.len()];
    let mut found = Vec::new();
    let mut open = vec![node];
    while let Some(at) = open.pop() {
        for edge in &graph.nodes[at as usize].edges {
            let stays = within.is_none_or(|id| !graph.ended_by(at, edge).any(|ended| ended == id));
            if stays && !std::mem::replace(&mut seen[edge.to as usize], true) {
                found.push(edge.to);
                open.push(edge.to);
            }
        }
    }
    found
}
