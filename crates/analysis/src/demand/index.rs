//! The constraints by what a query looks them up with.

use heddle_program::{ClassId, MethodId, Program};
use rustc_hash::{FxHashMap, FxHashSet};

use super::record::{Constraints, Label, Passes, Slot};
use crate::facts::Facts;
use crate::graph::Node;
use crate::objects::ObjectId;
use crate::sets::Set;

/// A copy, seen from one of its ends.
#[derive(Clone, Copy)]
pub struct Edge {
    pub other: Node,
    pub passes: Passes,
    pub label: Label,
    /// Whether it leads from one method to another, or through a global, without a call to tell:
    /// nothing is known of the calls beyond it.
    pub forgets: bool,
}

#[derive(Default)]
pub struct Index {
    pub into: FxHashMap<Node, Vec<Edge>>,
    pub out_of: FxHashMap<Node, Vec<Edge>>,
    pub made_at: FxHashMap<Node, Vec<ObjectId>>,
    pub makers: FxHashMap<ObjectId, Vec<Node>>,
    /// By what is loaded to: base and slot. By base: slot and target.
    pub loaded: FxHashMap<Node, Vec<(Node, Slot)>>,
    pub loads: FxHashMap<Node, Vec<(Slot, Node)>>,
    pub loads_of: FxHashMap<Slot, Vec<(Node, Node)>>,
    /// By what is stored: base and slot. By base: slot and source. By slot: base and source.
    pub stored: FxHashMap<Node, Vec<(Node, Slot)>>,
    pub stores: FxHashMap<Node, Vec<(Slot, Node)>>,
    pub stores_of: FxHashMap<Slot, Vec<(Node, Node)>>,
    pub slot_nodes: FxHashMap<(ObjectId, Slot), Node>,
    pub slot_of: FxHashMap<Node, (ObjectId, Slot)>,
    pub anything: FxHashSet<Node>,
    /// The objects that have a slot.
    pub having: FxHashMap<Slot, Set>,
    fitting: FxHashMap<ClassId, Set>,
    receivers: FxHashMap<(u32, Node), Set>,
    owners: Vec<(Node, Node, MethodId)>,
}

impl Index {
    pub fn new(program: &Program, facts: &Facts, constraints: Constraints) -> Self {
        let mut index = Self { receivers: constraints.receivers, owners: constraints.owners, ..Self::default() };
        let component = components(facts);
        let recursive: Vec<bool> = constraints
            .calls
            .iter()
            .map(|(caller, callees)| callees.iter().any(|callee| component.get(caller) == component.get(callee)))
            .collect();
        for (from, to, passes, label) in constraints.copies {
            if let Passes::Fitting(class) = passes {
                let fits = |object| facts.objects.fits(program, object, class);
                index.fitting.entry(class).or_insert_with(|| those(facts, fits));
            }
            // Within a recursion all calls look alike.
            let (label, forgets) = match label {
                Label::Enter(call) | Label::Exit(call) if recursive[call as usize] => (Label::None, false),
                Label::None => (label, index.owner(from).is_none() || index.owner(from) != index.owner(to)),
                _ => (label, false),
            };
            index.into.entry(to).or_default().push(Edge { other: from, passes, label, forgets });
            index.out_of.entry(from).or_default().push(Edge { other: to, passes, label, forgets });
        }
        for (node, object) in constraints.allocations {
            index.made_at.entry(node).or_default().push(object);
            index.makers.entry(object).or_default().push(node);
        }
        for &(_, slot, _) in constraints.loads.iter().chain(&constraints.stores) {
            let has = |object| match slot {
                Slot::Field(field) => facts.objects.fits(program, object, program.field(field).class),
                Slot::Element => facts.objects.has_elements(program, object),
                Slot::Any => true,
            };
            index.having.entry(slot).or_insert_with(|| those(facts, has));
        }
        for (base, slot, to) in constraints.loads {
            index.loaded.entry(to).or_default().push((base, slot));
            index.loads.entry(base).or_default().push((slot, to));
            index.loads_of.entry(slot).or_default().push((base, to));
        }
        for (base, slot, from) in constraints.stores {
            index.stored.entry(from).or_default().push((base, slot));
            index.stores.entry(base).or_default().push((slot, from));
            index.stores_of.entry(slot).or_default().push((base, from));
        }
        for (object, slot, node) in constraints.slots {
            index.slot_nodes.insert((object, slot), node);
            index.slot_of.insert(node, (object, slot));
        }
        index.anything = constraints.anything.into_iter().collect();
        index
    }

    /// The method that a variable belongs to; statics, fields and the like belong to none.
    pub fn owner(&self, node: Node) -> Option<MethodId> {
        let at = self.owners.partition_point(|&(first, _, _)| first <= node).checked_sub(1)?;
        let (_, end, method) = self.owners[at];
        (node < end).then_some(method)
    }

    pub fn passes(&self, passes: Passes, object: ObjectId) -> bool {
        match passes {
            Passes::All => true,
            Passes::Fitting(class) => self.fitting[&class].contains(object),
            Passes::Selecting(call, this) => {
                self.receivers.get(&(call, this)).is_some_and(|objects| objects.contains(object))
            }
        }
    }
}

fn those(facts: &Facts, condition: impl Fn(ObjectId) -> bool) -> Set {
    let mut set = Set::default();
    for object in (0..facts.objects.list.len() as ObjectId).filter(|&object| condition(object)) {
        set.insert(object);
    }
    set
}

/// Strongly connected components of the call graph, by number (Tarjan, without recursion).
fn components(facts: &Facts) -> FxHashMap<MethodId, u32> {
    let mut numbers: FxHashMap<MethodId, (u32, u32)> = FxHashMap::default();
    let mut component = FxHashMap::default();
    let mut stack: Vec<MethodId> = Vec::new();
    for &root in facts.methods() {
        if numbers.contains_key(&root) {
            continue;
        }
        let mut path: Vec<(MethodId, usize)> = vec![(root, 0)];
        numbers.insert(root, (numbers.len() as u32, numbers.len() as u32));
        stack.push(root);
        while let Some(&mut (method, ref mut next)) = path.last_mut() {
            if let Some(&(_, callee)) = facts.calls(method).get(*next) {
                *next += 1;
                match numbers.get(&callee) {
                    None => {
                        let number = numbers.len() as u32;
                        numbers.insert(callee, (number, number));
                        stack.push(callee);
                        path.push((callee, 0));
                    }
                    Some(&(number, _)) if !component.contains_key(&callee) => lower(&mut numbers, method, number),
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            let (number, low) = numbers[&method];
            if let Some(&(caller, _)) = path.last() {
                lower(&mut numbers, caller, low);
            }
            if number == low {
                while let Some(member) = stack.pop() {
                    component.insert(member, number);
                    if member == method {
                        break;
                    }
                }
            }
        }
    }
    component
}

fn lower(numbers: &mut FxHashMap<MethodId, (u32, u32)>, method: MethodId, to: u32) {
    if let Some((_, low)) = numbers.get_mut(&method) {
        *low = (*low).min(to);
    }
}
