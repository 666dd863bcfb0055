//! What the program says, before anything is solved: allocations, copies, loads and stores, with the
//! calls that arguments and results pass.

use heddle_program::{ClassId, FieldId, MethodId};
use rustc_hash::FxHashMap;

use crate::graph::{NOWHERE, Node};
use crate::objects::ObjectId;
use crate::sets::Set;

/// A part of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Slot {
    Field(FieldId),
    Element,
    /// Not known statically.
    Any,
}

/// A call that a copy passes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Label {
    None,
    Enter(u32),
    Exit(u32),
}

/// What may pass a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passes {
    All,
    /// Objects that fit a class.
    Fitting(ClassId),
    /// The receivers for which a call selects this method, by the node of its `this`.
    Selecting(u32, Node),
}

#[derive(Default)]
pub struct Constraints {
    pub allocations: Vec<(Node, ObjectId)>,
    pub copies: Vec<(Node, Node, Passes, Label)>,
    /// Base, slot, and where it is loaded to or stored from.
    pub loads: Vec<(Node, Slot, Node)>,
    pub stores: Vec<(Node, Slot, Node)>,
    /// Ranges of nodes that belong to a method, in order.
    pub owners: Vec<(Node, Node, MethodId)>,
    /// The method of each call that has a label, and what it calls.
    pub calls: Vec<(MethodId, Vec<MethodId>)>,
    pub receivers: FxHashMap<(u32, Node), Set>,
    /// Nodes of fields and elements.
    pub slots: Vec<(ObjectId, Slot, Node)>,
    /// What is stored into objects without knowing the slot.
    pub anything: Vec<Node>,
}

impl Constraints {
    pub fn copy(&mut self, from: Node, to: Node, passes: Passes, label: Label) {
        if from != NOWHERE && to != NOWHERE && from != to {
            self.copies.push((from, to, passes, label));
        }
    }

    pub fn own(&mut self, first: Node, count: u32, method: MethodId) {
        self.owners.push((first, first + count, method));
    }
}
