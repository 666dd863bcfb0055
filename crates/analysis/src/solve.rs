//! The whole program: reachable methods, call graph and points-to sets, found together.
//!
//! Exhaustive (Andersen), with the call graph on the fly: a virtual call reaches what the classes of
//! the objects at its receiver select. Context-insensitive, or with a copy of each instance method
//! per receiver object (two sites deep, objects one: Milanova, Rountev and Ryder's object
//! sensitivity). The code of the JDK is analysed
//! like the user's; methods that the machine executes itself have declared effects ([`crate::natives`]),
//! call sites of `invokedynamic` in [`crate::dynamic`]. What the program does in ways that
//! cannot be followed (reflection, method handles, class loaders) counts as doing nothing, and the result says so
//! ([`Solver::escape`]): a search refutes the facts when it executes something there that they lack.

use std::collections::BTreeSet;

use heddle_program::effect::Effect;
use heddle_program::ir::Pc;
use heddle_program::{ClassId, ClassKind, FieldId, MethodId, Program, Type};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::demand::{Constraints, Label, Passes, Slot};
use crate::dynamic::Lambda;
use crate::facts::{Budget, TooLarge};
use crate::graph::{Graph, NOWHERE, Node, Use};
use crate::natives;
use crate::objects::{Made, Object, ObjectId, Objects};

/// Something that an instruction does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    Field {
        field: FieldId,
        base: Node,
        writes: bool,
    },
    Static {
        field: FieldId,
        writes: bool,
    },
    Element {
        base: Node,
        writes: bool,
    },
    /// Some field or element of an object.
    Any {
        base: Node,
        writes: bool,
    },
    /// Takes, releases, waits for or notifies a monitor.
    Lock {
        base: Node,
    },
    /// The monitor of a class object.
    LockClass,
    /// Anything at all.
    Unknown,
}

/// What is known of one reachable method.
#[derive(Default)]
pub struct Body {
    pub acts: Vec<(Pc, Act)>,
    /// Methods that an instruction may call, start in a new thread or run as class initialiser.
    pub calls: Vec<(Pc, MethodId)>,
    /// Argument slots first, then the result; those of the copy that serves all receivers.
    pub first: Node,
    pub(crate) slots: u32,
    /// Whether that copy is called at all.
    pub(crate) general: bool,
    /// Copies for single receivers.
    pub(crate) copies: u32,
    /// What the machine does instead of executing its code, or before.
    pub effect: Option<Effect>,
    /// Whether the code was read; what frames of other methods do is unknown.
    pub is_read: bool,
}

impl Body {
    pub fn parameter(&self, slot: u32) -> Node {
        if slot < self.slots { self.first + slot } else { NOWHERE }
    }

    pub fn result(&self) -> Node {
        self.first + self.slots
    }
}

/// Who calls: an instruction, or a lambda on behalf of all that call it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Caller {
    Code(MethodId, Pc),
    Lambda(u32),
}

/// A call whose targets depend on what arrives at its receiver.
pub struct Call {
    pub caller: Caller,
    pub callee: MethodId,
    /// By argument slot.
    pub args: Vec<Node>,
    pub result: Node,
    /// Whether it is this method that is called, whatever the receiver's class.
    pub exact: bool,
    /// Its number among the calls that queries on demand tell apart.
    pub label: Option<u32>,
}

/// One copy of a method: all receivers, or one.
#[derive(Clone, Copy, Debug)]
pub struct Instance {
    pub method: MethodId,
    pub first: Node,
    /// The site of the receiver, if it is one; what the copy makes is told apart by it.
    pub within: u32,
}

/// What the machine does for the methods that it executes itself.
pub type Effects<'a> = dyn Fn(MethodId) -> Option<Effect> + 'a;

/// Methods of which one has to be called (class and name) before a native's own code runs.
pub(crate) type IfCalled = (&'static [(&'static str, &'static str)], MethodId);

pub struct Solver<'p, 'n> {
    pub program: &'p Program,
    pub(crate) effects: &'n Effects<'n>,
    /// Whether receivers get copies of methods.
    pub(crate) by_object: bool,
    /// What is read, for queries on demand.
    pub(crate) constraints: Option<Constraints>,
    pub graph: Graph,
    pub objects: Objects,
    pub bodies: FxHashMap<MethodId, Body>,
    /// In the order in which they were reached.
    pub reached: Vec<MethodId>,
    /// Copies of methods to read.
    pub(crate) unread: Vec<Instance>,
    next: usize,
    pub(crate) instances: FxHashMap<(MethodId, ObjectId), Node>,
    fields: FxHashMap<(ObjectId, FieldId), Node>,
    statics: FxHashMap<FieldId, Node>,
    elements: FxHashMap<ObjectId, Node>,
    anything: FxHashMap<ObjectId, Node>,
    pub calls: Vec<Call>,
    pub(crate) linked: FxHashSet<(u32, Node)>,
    pub lambdas: Vec<Lambda>,
    /// Which lambdas an instruction may call.
    pub lambda_calls: FxHashMap<(MethodId, Pc), BTreeSet<u32>>,
    /// Nodes that hold all objects of a type.
    all_of: Vec<(ClassId, Node)>,
    all_of_nodes: FxHashMap<ClassId, Node>,
    pub(crate) initialized: FxHashSet<ClassId>,
    /// What threads that are started begin with.
    pub started: FxHashSet<MethodId>,
    pub(crate) merges: FxHashMap<ClassId, bool>,
    /// Every object that is thrown.
    pub thrown: Node,
    /// The first thing that cannot be followed.
    pub escapes: Option<String>,
    pub(crate) scan: Vec<(Instance, bool)>,
    /// Whether arrays are sorted in parallel; until then, where the tasks for that would be made.
    pub(crate) sorts_in_parallel: bool,
    pub(crate) never_made: Vec<(Caller, ClassId, (u32, u32), Node)>,
    replaced: FxHashSet<MethodId>,
    /// Natives that run their own code once one of some methods is called.
    pub(crate) if_called: Vec<IfCalled>,
    /// Natives that the machine cannot execute.
    pub(crate) without_summary: Vec<MethodId>,
    /// The abstract object of each allocation site.
    pub sites: FxHashMap<u32, Vec<ObjectId>>,
}

impl<'p, 'n> Solver<'p, 'n> {
    pub fn new(program: &'p Program, effects: &'n Effects<'n>, by_object: bool) -> Self {
        let mut graph = Graph::default();
        let thrown = graph.add_nodes(1);
        Self {
            program,
            effects,
            by_object,
            constraints: None,
            graph,
            objects: Objects::default(),
            bodies: FxHashMap::default(),
            reached: Vec::new(),
            unread: Vec::new(),
            next: 0,
            instances: FxHashMap::default(),
            fields: FxHashMap::default(),
            statics: FxHashMap::default(),
            elements: FxHashMap::default(),
            anything: FxHashMap::default(),
            calls: Vec::new(),
            linked: FxHashSet::default(),
            lambdas: Vec::new(),
            lambda_calls: FxHashMap::default(),
            all_of: Vec::new(),
            all_of_nodes: FxHashMap::default(),
            initialized: FxHashSet::default(),
            started: FxHashSet::default(),
            merges: FxHashMap::default(),
            thrown,
            escapes: None,
            scan: Vec::new(),
            sorts_in_parallel: false,
            never_made: Vec::new(),
            replaced: FxHashSet::default(),
            if_called: Vec::new(),
            without_summary: Vec::new(),
            sites: FxHashMap::default(),
        }
    }

    /// The program does something that cannot be followed; the first reason stays.
    pub fn escape(&mut self, reason: impl Into<String>) {
        self.escapes.get_or_insert_with(|| reason.into());
    }

    /// Runs until nothing changes, or the budget is spent.
    pub fn solve(&mut self, budget: &Budget<'_>) -> Result<(), TooLarge> {
        loop {
            if self.graph.work > budget.work || (budget.is_cancelled)() {
                return Err(TooLarge { methods: self.reached.len() });
            }
            if let Some((instance, as_code)) = self.scan.pop() {
                if as_code {
                    self.read_code(instance)
                } else {
                    self.read_method(instance)
                }
                continue;
            }
            if self.next < self.unread.len() {
                self.scan.push((self.unread[self.next], false));
                self.next += 1;
                continue;
            }
            let (objects, program) = (&self.objects, self.program);
            let Some((arrived, uses)) = self.graph.take(|object, class| objects.fits(program, object, class)) else {
                return Ok(());
            };
            for reaction in uses {
                for &object in &arrived {
                    self.react(reaction, object);
                }
            }
        }
    }

    // ---- nodes ------------------------------------------------------------------------------

    /// An object is at a node to begin with.
    pub fn give(&mut self, node: Node, object: ObjectId) {
        if let Some(constraints) = &mut self.constraints
            && node != NOWHERE
        {
            constraints.allocations.push((node, object));
        }
        self.graph.insert(node, object);
    }

    pub fn copy(&mut self, from: Node, to: Node) {
        self.pass(from, to, Label::None);
    }

    /// A copy that may pass a call.
    pub(crate) fn pass(&mut self, from: Node, to: Node, label: Label) {
        if let Some(constraints) = &mut self.constraints {
            constraints.copy(from, to, Passes::All, label);
        }
        self.derive(from, to);
    }

    /// A copy that follows from the constraints.
    fn derive(&mut self, from: Node, to: Node) {
        self.graph.copy(from, to, None, |_, _| true);
    }

    pub fn copy_if(&mut self, from: Node, to: Node, class: ClassId) {
        if let Some(constraints) = &mut self.constraints {
            constraints.copy(from, to, Passes::Fitting(class), Label::None);
        }
        let (objects, program) = (&self.objects, self.program);
        self.graph.copy(from, to, Some(class), |object, class| objects.fits(program, object, class));
    }

    pub fn on(&mut self, node: Node, reaction: Use) {
        if let Some(constraints) = &mut self.constraints
            && node != NOWHERE
        {
            match reaction {
                Use::Load { field, to } => constraints.loads.push((node, Slot::Field(field), to)),
                Use::LoadElement { to } => constraints.loads.push((node, Slot::Element, to)),
                Use::LoadAny { to } => constraints.loads.push((node, Slot::Any, to)),
                Use::Store { field, from } => constraints.stores.push((node, Slot::Field(field), from)),
                Use::StoreElement { from } => constraints.stores.push((node, Slot::Element, from)),
                Use::StoreAny { from } => constraints.stores.push((node, Slot::Any, from)),
                Use::Call(_) | Use::Start(_) | Use::Replaced(_) => {}
            }
        }
        for object in self.graph.on(node, reaction) {
            self.react(reaction, object);
        }
    }

    pub fn object(&mut self, class: ClassId, made: Made) -> ObjectId {
        self.object_within(class, made, 0)
    }

    pub(crate) fn object_within(&mut self, class: ClassId, made: Made, within: u32) -> ObjectId {
        let (id, is_new) = self.objects.number(Object { class, made, within });
        if is_new {
            for (of, node) in self.all_of.clone() {
                if self.objects.fits(self.program, id, of) {
                    self.give(node, id);
                }
            }
        }
        id
    }

    /// What the virtual machine makes where a type is declared: an instance of it or, if it has
    /// none of its own, any object that fits.
    pub fn made_by_machine(&mut self, class: ClassId, to: Node) {
        let kind = self.program.class(class);
        if class == self.program.well_known().object {
            return;
        }
        if matches!(kind.kind, ClassKind::Instance) && kind.is_abstract() || kind.is_interface() {
            let all = self.all_of(class);
            self.copy(all, to);
        } else {
            let object = self.object(class, Made::ByMachine);
            self.give(to, object);
        }
    }

    /// Every object of a type.
    pub fn all_of(&mut self, class: ClassId) -> Node {
        if let Some(&node) = self.all_of_nodes.get(&class) {
            return node;
        }
        let node = self.graph.add_nodes(1);
        self.all_of_nodes.insert(class, node);
        self.all_of.push((class, node));
        for id in 0..self.objects.list.len() as ObjectId {
            if self.objects.fits(self.program, id, class) {
                self.give(node, id);
            }
        }
        node
    }

    /// The node of an object's field. What is stored without knowing the field arrives there too.
    pub fn field(&mut self, object: ObjectId, field: FieldId) -> Node {
        if let Some(&node) = self.fields.get(&(object, field)) {
            return node;
        }
        let node = self.graph.add_nodes(1);
        self.fields.insert((object, field), node);
        if let Some(constraints) = &mut self.constraints {
            constraints.slots.push((object, Slot::Field(field), node));
        }
        if self.objects.list[object as usize].made == Made::ByMachine
            && let Ok(class) = self.program.class_of_type(self.program.field(field).ty)
        {
            self.made_by_machine(class, node);
        }
        let anything = self.anything(object);
        self.copy(anything, node);
        node
    }

    pub fn elements(&mut self, object: ObjectId) -> Node {
        if let Some(&node) = self.elements.get(&object) {
            return node;
        }
        let node = self.graph.add_nodes(1);
        self.elements.insert(object, node);
        if let Some(constraints) = &mut self.constraints {
            constraints.slots.push((object, Slot::Element, node));
        }
        let Object { class, made, .. } = self.objects.list[object as usize];
        if let (Made::ByMachine, ClassKind::Array { component, .. }) = (made, self.program.class(class).kind)
            && !self.program.class(component).is_primitive()
        {
            self.made_by_machine(component, node);
        }
        let anything = self.anything(object);
        self.copy(anything, node);
        node
    }

    /// What is stored into an object without knowing the field.
    fn anything(&mut self, object: ObjectId) -> Node {
        if let Some(&node) = self.anything.get(&object) {
            return node;
        }
        let node = self.graph.add_nodes(1);
        self.anything.insert(object, node);
        if let Some(constraints) = &mut self.constraints {
            constraints.anything.push(node);
        }
        node
    }

    pub fn static_node(&mut self, field: FieldId) -> Node {
        if let Some(&node) = self.statics.get(&field) {
            return node;
        }
        let node = self.graph.add_nodes(1);
        self.statics.insert(field, node);
        let info = self.program.field(field);
        let class = self.program.class_name(info.class);
        // Set by the virtual machine at its start, or constants.
        let is_set = heddle_jdk::launch::is_set_at_start(class, self.program.text(info.name));
        if (is_set || info.constant_value.is_some() || natives::is_opaque_class(self.program, info.class))
            && let Ok(class) = self.program.class_of_type(info.ty)
        {
            self.made_by_machine(class, node);
        }
        node
    }

    fn react(&mut self, reaction: Use, object: ObjectId) {
        match reaction {
            Use::Load { field, to } => {
                let class = self.program.field(field).class;
                if self.objects.fits(self.program, object, class) {
                    let from = self.field(object, field);
                    self.derive(from, to);
                }
            }
            Use::Store { field, from } => {
                let class = self.program.field(field).class;
                if self.objects.fits(self.program, object, class) {
                    let to = self.field(object, field);
                    self.derive(from, to);
                }
            }
            Use::LoadElement { to } => {
                if self.is_ref_array(object) {
                    let from = self.elements(object);
                    self.derive(from, to);
                }
            }
            Use::StoreElement { from } => {
                if self.is_ref_array(object) {
                    let to = self.elements(object);
                    self.derive(from, to);
                }
            }
            Use::LoadAny { to } => {
                if self.is_ref_array(object) {
                    let from = self.elements(object);
                    self.derive(from, to);
                    return;
                }
                for field in self.reference_fields(object) {
                    let from = self.field(object, field);
                    self.derive(from, to);
                }
            }
            Use::StoreAny { from } => {
                let to = self.anything(object);
                self.derive(from, to);
                if self.is_ref_array(object) {
                    self.elements(object);
                }
            }
            Use::Call(call) => self.dispatch(call, object),
            Use::Start(call) => self.start(call, object),
            Use::Replaced(method) => {
                if matches!(self.objects.list[object as usize].made, Made::At(_)) && self.replaced.insert(method) {
                    self.read_also(method);
                }
            }
        }
    }

    fn is_ref_array(&self, object: ObjectId) -> bool {
        self.objects.has_elements(self.program, object)
    }

    fn reference_fields(&self, object: ObjectId) -> Vec<FieldId> {
        let class = self.program.class(self.objects.list[object as usize].class);
        let fields = class.layout.fields.iter().copied();
        fields.filter(|&field| self.program.field(field).ty.is_ref()).collect()
    }
}

/// The class of a type, if it is a reference.
pub fn class_of_reference(program: &Program, ty: Type) -> Option<ClassId> {
    if ty.is_ref() { program.class_of_type(ty).ok() } else { None }
}
