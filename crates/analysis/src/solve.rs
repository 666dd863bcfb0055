//! The whole program: reachable methods, call graph and points-to sets, found together.
//!
//! Exhaustive and context-insensitive (Andersen), with the call graph on the fly: a virtual call
//! reaches what the classes of the objects at its receiver select. The code of the JDK is analysed
//! like the user's; methods that the machine executes itself are described in [`crate::natives`],
//! call sites of `invokedynamic` in [`crate::dynamic`]. What cannot be described makes the whole
//! result unknown, with a reason: see [`Solver::give_up`].

use std::collections::BTreeSet;

use heddle_program::cfg::Cfg;
use heddle_program::ir::{Callee, Catch, Code, Instr, InvokeKind, Pc};
use heddle_program::{ClassId, ClassKind, FieldId, MethodId, Origin, Program, Type, maps};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dynamic::Lambda;
use crate::graph::{Graph, NOWHERE, Node, Use};
use crate::natives;
use crate::objects::{Made, Object, ObjectId, Objects};
use crate::values::{Defines, NONE, NULL, Registers, Value, Values};

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
    /// Argument slots first, then the result, then what the code defines.
    pub first: Node,
    slots: u32,
    pub is_native: bool,
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
}

/// Whether the machine executes a method itself.
pub type IsNative<'a> = dyn Fn(MethodId) -> bool + 'a;

pub struct Solver<'p, 'n> {
    pub program: &'p Program,
    is_native: &'n IsNative<'n>,
    pub graph: Graph,
    pub objects: Objects,
    pub bodies: FxHashMap<MethodId, Body>,
    /// In the order in which they were reached.
    pub reached: Vec<MethodId>,
    next: usize,
    fields: FxHashMap<(ObjectId, FieldId), Node>,
    statics: FxHashMap<FieldId, Node>,
    elements: FxHashMap<ObjectId, Node>,
    anything: FxHashMap<ObjectId, Node>,
    pub calls: Vec<Call>,
    linked: FxHashSet<(u32, MethodId)>,
    pub lambdas: Vec<Lambda>,
    /// Which lambdas an instruction may call.
    pub lambda_calls: FxHashMap<(MethodId, Pc), BTreeSet<u32>>,
    /// Nodes that hold all objects of a type.
    all_of: Vec<(ClassId, Node)>,
    all_of_nodes: FxHashMap<ClassId, Node>,
    initialized: FxHashSet<ClassId>,
    merges: FxHashMap<ClassId, bool>,
    /// Every object that is thrown.
    pub thrown: Node,
    pub unknown: Option<String>,
    scan: Vec<(MethodId, bool)>,
    replaced: FxHashSet<MethodId>,
    /// The abstract object of each allocation site.
    pub sites: FxHashMap<u32, Vec<ObjectId>>,
}

impl<'p, 'n> Solver<'p, 'n> {
    pub fn new(program: &'p Program, is_native: &'n IsNative<'n>) -> Self {
        let mut graph = Graph::default();
        let thrown = graph.add_nodes(1);
        Self {
            program,
            is_native,
            graph,
            objects: Objects::default(),
            bodies: FxHashMap::default(),
            reached: Vec::new(),
            next: 0,
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
            merges: FxHashMap::default(),
            thrown,
            unknown: None,
            scan: Vec::new(),
            replaced: FxHashSet::default(),
            sites: FxHashMap::default(),
        }
    }

    /// The result is of no use; the first reason stays.
    pub fn give_up(&mut self, reason: impl Into<String>) {
        self.unknown.get_or_insert_with(|| reason.into());
    }

    /// Runs until nothing changes.
    pub fn solve(&mut self) {
        loop {
            if self.unknown.is_some() {
                return;
            }
            if let Some((method, as_code)) = self.scan.pop() {
                if as_code {
                    self.read_code(method)
                } else {
                    self.read_method(method)
                }
                continue;
            }
            if self.next < self.reached.len() {
                let method = self.reached[self.next];
                self.next += 1;
                self.scan.push((method, false));
                continue;
            }
            let (objects, program) = (&self.objects, self.program);
            let Some((arrived, uses)) = self.graph.take(|object, class| objects.fits(program, object, class)) else {
                return;
            };
            for reaction in uses {
                for &object in &arrived {
                    self.react(reaction, object);
                }
            }
        }
    }

    // ---- nodes ------------------------------------------------------------------------------

    pub fn copy(&mut self, from: Node, to: Node) {
        self.graph.copy(from, to, None, |_, _| true);
    }

    pub fn copy_if(&mut self, from: Node, to: Node, class: ClassId) {
        let (objects, program) = (&self.objects, self.program);
        self.graph.copy(from, to, Some(class), |object, class| objects.fits(program, object, class));
    }

    pub fn on(&mut self, node: Node, reaction: Use) {
        for object in self.graph.on(node, reaction) {
            self.react(reaction, object);
        }
    }

    pub fn object(&mut self, class: ClassId, made: Made) -> ObjectId {
        let (id, is_new) = self.objects.number(Object { class, made });
        if is_new {
            for (of, node) in self.all_of.clone() {
                if self.objects.fits(self.program, id, of) {
                    self.graph.insert(node, id);
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
            self.graph.insert(to, object);
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
                self.graph.insert(node, id);
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
        let Object { class, made } = self.objects.list[object as usize];
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
        let is_set = matches!(
            (class, self.program.text(info.name)),
            ("java/lang/System", "in" | "out" | "err" | "initialIn" | "initialErr" | "lineSeparator" | "props")
        );
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
                    self.copy(from, to);
                }
            }
            Use::Store { field, from } => {
                let class = self.program.field(field).class;
                if self.objects.fits(self.program, object, class) {
                    let to = self.field(object, field);
                    self.copy(from, to);
                }
            }
            Use::LoadElement { to } => {
                if self.is_ref_array(object) {
                    let from = self.elements(object);
                    self.copy(from, to);
                }
            }
            Use::StoreElement { from } => {
                if self.is_ref_array(object) {
                    let to = self.elements(object);
                    self.copy(from, to);
                }
            }
            Use::LoadAny { to } => {
                if self.is_ref_array(object) {
                    let from = self.elements(object);
                    self.copy(from, to);
                    return;
                }
                for field in self.reference_fields(object) {
                    let from = self.field(object, field);
                    self.copy(from, to);
                }
            }
            Use::StoreAny { from } => {
                let to = self.anything(object);
                self.copy(from, to);
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
        let Object { class, made } = self.objects.list[object as usize];
        made == Made::Reflective
            || matches!(self.program.class(class).kind, ClassKind::Array { component, .. }
                if !self.program.class(component).is_primitive())
    }

    fn reference_fields(&self, object: ObjectId) -> Vec<FieldId> {
        let class = self.program.class(self.objects.list[object as usize].class);
        let fields = class.layout.fields.iter().copied();
        fields.filter(|&field| self.program.field(field).ty.is_ref()).collect()
    }

    // ---- calls ------------------------------------------------------------------------------

    /// Makes a method reachable.
    pub fn reach(&mut self, method: MethodId) {
        if self.bodies.contains_key(&method) {
            return;
        }
        let info = self.program.method(method);
        let slots = u32::from(info.arg_slots);
        let first = self.graph.add_nodes(slots + 1);
        let is_native = (self.is_native)(method);
        self.bodies.insert(method, Body { first, slots, is_native, ..Body::default() });
        self.reached.push(method);
    }

    pub fn parameter(&mut self, method: MethodId, slot: u32) -> Node {
        self.reach(method);
        self.bodies[&method].parameter(slot)
    }

    pub fn result(&mut self, method: MethodId) -> Node {
        self.reach(method);
        self.bodies[&method].result()
    }

    pub fn act(&mut self, method: MethodId, pc: Pc, act: Act) {
        self.bodies.get_mut(&method).expect("reached before").acts.push((pc, act));
    }

    /// Adds an edge of the call graph.
    pub fn edge(&mut self, caller: Caller, target: MethodId) {
        match caller {
            Caller::Code(method, pc) => {
                let calls = &mut self.bodies.get_mut(&method).expect("reached before").calls;
                if !calls.contains(&(pc, target)) {
                    calls.push((pc, target));
                }
            }
            Caller::Lambda(lambda) => {
                let lambda = &mut self.lambdas[lambda as usize];
                if lambda.targets.insert(target) {
                    for caller in lambda.callers.clone() {
                        self.edge(caller, target);
                    }
                }
            }
        }
    }

    /// A call of exactly this method; the receiver, if any, is among the arguments.
    pub fn call_exactly(&mut self, caller: Caller, target: MethodId, args: &[Node], result: Node) {
        self.reach(target);
        self.edge(caller, target);
        for (slot, &arg) in args.iter().enumerate() {
            let to = self.parameter(target, slot as u32);
            self.copy(arg, to);
        }
        let from = self.result(target);
        self.copy(from, result);
    }

    /// A call that the receiver's class decides.
    pub fn call_virtually(&mut self, call: Call) {
        let receiver = call.args.first().copied().unwrap_or(NOWHERE);
        self.calls.push(call);
        self.on(receiver, Use::Call(self.calls.len() as u32 - 1));
    }

    fn dispatch(&mut self, index: u32, object: ObjectId) {
        let Object { class, made } = self.objects.list[object as usize];
        let callee = self.calls[index as usize].callee;
        if let Made::Lambda(lambda) = made {
            if self.program.method(callee).is_abstract() {
                return self.call_lambda(index, lambda);
            }
            let method = self.program.method(callee);
            let (name, descriptor) = (self.program.text(method.name), self.program.text(method.descriptor));
            let target = self.program.find_method(class, name, descriptor).unwrap_or(callee);
            return self.link(index, target, object);
        }
        let declared = self.program.method(callee).class;
        if made == Made::Reflective {
            return self.link(index, callee, object);
        }
        if !self.program.is_subtype(class, declared) {
            return;
        }
        if let Ok(target) = self.program.select(class, callee) {
            self.link(index, target, object);
        }
    }

    fn link(&mut self, index: u32, target: MethodId, receiver: ObjectId) {
        if self.program.method(target).is_abstract() {
            return;
        }
        let this = self.parameter(target, 0);
        self.graph.insert(this, receiver);
        if !self.linked.insert((index, target)) {
            return;
        }
        let Call { caller, ref args, result, .. } = self.calls[index as usize];
        let args = args.clone();
        self.edge(caller, target);
        for (slot, &arg) in args.iter().enumerate().skip(1) {
            let to = self.parameter(target, slot as u32);
            self.copy(arg, to);
        }
        let from = self.result(target);
        self.copy(from, result);
    }

    /// A thread starts: its `run` is called, by a thread that does not exist yet.
    fn start(&mut self, index: u32, thread: ObjectId) {
        let class = self.objects.list[thread as usize].class;
        if !self.program.is_subtype(class, self.program.well_known().thread) {
            return;
        }
        if let Some(run) = self.program.find_method(class, "run", "()V") {
            self.link(index, run, thread);
        }
    }

    // ---- code -------------------------------------------------------------------------------

    fn read_method(&mut self, method: MethodId) {
        if self.bodies[&method].is_native {
            self.describe_native(method);
        } else if natives::is_opaque(self.program, method) {
            self.fresh_result(method);
        } else if !self.program.method(method).is_native() {
            self.read_code(method);
        }
    }

    /// The machine runs something of its own and then, or sometimes instead, the method's code.
    pub(crate) fn read_also(&mut self, method: MethodId) {
        self.scan.push((method, true));
    }

    /// Adds the constraints of a method's code.
    fn read_code(&mut self, method: MethodId) {
        let program = self.program;
        let Ok(code) = program.code(method) else { return };
        self.bodies.get_mut(&method).expect("reached before").is_read = true;
        let info = program.method(method);
        let is_user = program.class(info.class).origin == Origin::User;
        if info.is_synchronized() {
            let act = if info.is_static() { Act::LockClass } else { Act::Lock { base: self.parameter(method, 0) } };
            self.act(method, 0, act);
        }
        let cfg = Cfg::new(code);
        let values = Values::new(program, code, &cfg, info.arg_slots, |pc| defines(program, code, pc));
        let slots = u32::from(info.arg_slots);
        let rest = self.graph.add_nodes(values.count - slots);
        let first = self.bodies[&method].first;
        let node = move |value: Value| match value {
            NONE | NULL => NOWHERE,
            value if value < slots => first + value,
            value => rest + value - slots,
        };
        for &(from, to) in &values.copies {
            self.copy(node(from), node(to));
        }
        for &(block, caught) in &values.caught {
            let start = cfg.range(block).start;
            for handler in code.handlers.iter().filter(|handler| handler.target == start) {
                let class = match handler.catch {
                    Catch::Any => Ok(program.well_known().throwable),
                    Catch::Pool(cp) => program.resolve_class(code.pool_class, cp),
                };
                if let Ok(class) = class {
                    // One node per catch clause, so that several may lead to one handler.
                    let between = self.graph.add_nodes(1);
                    self.copy_if(self.thrown, between, class);
                    self.copy(between, node(caught));
                }
            }
        }
        let mut instructions = Vec::new();
        values.walk(code, &cfg, |pc, registers| {
            if let Some(read) = read_instruction(code, pc, registers, node(values.defined(pc)), &node) {
                instructions.push(read);
            }
        });
        for Read { pc, operands, defined } in instructions {
            self.constrain(method, code, pc, &operands, defined, is_user);
        }
    }

    fn constrain(&mut self, method: MethodId, code: &Code, pc: Pc, nodes: &[Node], defined: Node, is_user: bool) {
        let program = self.program;
        let pool = code.pool_class;
        match code.instrs[pc as usize] {
            Instr::ConstPool { cp, .. } => self.constant(method, pool, cp, defined, is_user),
            Instr::New { cp, .. } => {
                if let Ok(class) = program.resolve_class(pool, cp) {
                    self.initialize(Caller::Code(method, pc), class);
                    let object = self.allocate(class, code.first_site + pc);
                    self.graph.insert(defined, object);
                }
            }
            Instr::NewArray { kind, .. } => {
                let object = self.allocate(program.array_of_kind(kind), code.first_site + pc);
                self.graph.insert(defined, object);
            }
            Instr::ANewArray { cp, .. } => {
                if let Ok(class) = program.resolve_class(pool, cp) {
                    let object = self.allocate(program.array_of(class), code.first_site + pc);
                    self.graph.insert(defined, object);
                }
            }
            Instr::MultiNewArray { k, .. } => {
                let multi = &code.multi[k as usize];
                if let Ok(class) = program.resolve_class(pool, multi.cp) {
                    self.allocate_nested(class, multi.dims.len(), code.first_site + pc, defined);
                }
            }
            Instr::Load8 { .. }
            | Instr::LoadU16 { .. }
            | Instr::LoadI16 { .. }
            | Instr::Load32 { .. }
            | Instr::Load64 { .. } => self.act(method, pc, Act::Element { base: nodes[0], writes: false }),
            Instr::LoadRef { .. } => {
                self.act(method, pc, Act::Element { base: nodes[0], writes: false });
                self.on(nodes[0], Use::LoadElement { to: defined });
            }
            Instr::Store8 { .. } | Instr::Store16 { .. } | Instr::Store32 { .. } | Instr::Store64 { .. } => {
                self.act(method, pc, Act::Element { base: nodes[0], writes: true });
            }
            Instr::StoreRef { .. } => {
                self.act(method, pc, Act::Element { base: nodes[0], writes: true });
                self.on(nodes[0], Use::StoreElement { from: nodes[1] });
            }
            Instr::GetField { cp, .. } => {
                if let Ok(field) = program.resolve_field(pool, cp) {
                    self.act(method, pc, Act::Field { field, base: nodes[0], writes: false });
                    if defined != NOWHERE {
                        self.on(nodes[0], Use::Load { field, to: defined });
                    }
                }
            }
            Instr::PutField { cp, .. } => {
                if let Ok(field) = program.resolve_field(pool, cp) {
                    self.act(method, pc, Act::Field { field, base: nodes[0], writes: true });
                    if program.field(field).ty.is_ref() {
                        self.on(nodes[0], Use::Store { field, from: nodes[1] });
                    }
                }
            }
            Instr::GetStatic { cp, .. } => {
                if let Ok(field) = program.resolve_field(pool, cp) {
                    self.initialize(Caller::Code(method, pc), program.field(field).class);
                    self.act(method, pc, Act::Static { field, writes: false });
                    if program.field(field).ty.is_ref() {
                        let from = self.static_node(field);
                        self.copy(from, defined);
                    }
                }
            }
            Instr::PutStatic { cp, .. } => {
                if let Ok(field) = program.resolve_field(pool, cp) {
                    self.initialize(Caller::Code(method, pc), program.field(field).class);
                    self.act(method, pc, Act::Static { field, writes: true });
                    if program.field(field).ty.is_ref() {
                        let to = self.static_node(field);
                        self.copy(nodes[0], to);
                    }
                }
            }
            Instr::CheckCast { cp, .. } => {
                if let Ok(class) = program.resolve_class(pool, cp) {
                    self.copy_if(nodes[0], defined, class);
                }
            }
            Instr::ReturnValue { .. } => {
                let result = self.result(method);
                self.copy(nodes[0], result);
            }
            Instr::Throw { .. } => self.copy(nodes[0], self.thrown),
            Instr::MonitorEnter { .. } | Instr::MonitorExit { .. } => {
                self.act(method, pc, Act::Lock { base: nodes[0] });
            }
            Instr::Invoke { k } => {
                let site = &code.calls[k as usize];
                let target = match site.callee {
                    Callee::Pool(cp) if site.kind == InvokeKind::Dynamic => {
                        return self.link_dynamic((method, pc), pool, cp, nodes, defined, is_user);
                    }
                    Callee::Pool(cp) => match program.resolve_method(pool, cp) {
                        Ok(target) => target,
                        Err(_) => return,
                    },
                    Callee::Method(target) => target,
                };
                self.invoke((method, pc), site.kind, target, nodes, defined, is_user);
            }
            _ => {}
        }
    }

    fn invoke(
        &mut self,
        (method, pc): (MethodId, Pc),
        kind: InvokeKind,
        target: MethodId,
        args: &[Node],
        result: Node,
        is_user: bool,
    ) {
        let info = self.program.method(target);
        let caller = Caller::Code(method, pc);
        if is_user && let Some(reason) = self.escapes_analysis(target) {
            return self.give_up(reason);
        }
        if info.polymorphic {
            return self.call_handle(method, pc, target, args, result);
        }
        match kind {
            InvokeKind::Static => {
                self.initialize(caller, info.class);
                self.call_exactly(caller, target, args, result);
            }
            InvokeKind::Special => self.call_exactly(caller, target, args, result),
            _ => self.call_virtually(Call { caller, callee: target, args: args.to_vec(), result }),
        }
    }

    /// The initialiser of a class, and those of its superclasses. The JDK's run once and for all,
    /// unnoticed; the user's run where they are first needed.
    pub fn initialize(&mut self, caller: Caller, class: ClassId) {
        let info = self.program.class(class);
        if info.origin == Origin::Jdk && !self.initialized.insert(class) {
            return;
        }
        if let Some(superclass) = info.superclass {
            self.initialize(caller, superclass);
        }
        for &interface in info.all_interfaces.iter().filter(|&&interface| interface != class) {
            if self.program.class(interface).has_default_methods {
                self.run_initializer(caller, interface);
            }
        }
        self.run_initializer(caller, class);
    }

    fn run_initializer(&mut self, caller: Caller, class: ClassId) {
        let info = self.program.class(class);
        if let Some(initializer) = info.initializer {
            self.reach(initializer);
            if info.origin == Origin::User {
                self.edge(caller, initializer);
            }
        }
    }

    /// The abstract object of an allocation. Strings and exceptions are many, and nobody asks which
    /// is which.
    fn allocate(&mut self, class: ClassId, site: u32) -> ObjectId {
        let (program, known) = (self.program, self.program.well_known());
        let merges = *self.merges.entry(class).or_insert_with(|| {
            let name = program.class_name(class);
            program.is_subtype(class, known.throwable)
                || matches!(name, "java/lang/StringBuilder" | "java/lang/StringBuffer" | "java/lang/StackTraceElement")
        });
        let made = match class {
            string if string == known.string => Made::ByMachine,
            _ if merges => Made::Merged,
            _ => Made::At(site),
        };
        let object = self.object(class, made);
        self.sites.entry(site).or_default().push(object);
        object
    }

    fn allocate_nested(&mut self, class: ClassId, dims: usize, site: u32, to: Node) {
        let object = self.allocate(class, site);
        self.graph.insert(to, object);
        if dims > 1
            && let ClassKind::Array { component, .. } = self.program.class(class).kind
        {
            let inner = self.elements(object);
            self.allocate_nested(component, dims - 1, site, inner);
        }
    }
}

/// An instruction that matters, with the nodes of its reference operands.
struct Read {
    pc: Pc,
    operands: Vec<Node>,
    defined: Node,
}

fn read_instruction(
    code: &Code,
    pc: Pc,
    registers: &Registers,
    defined: Node,
    node: &impl Fn(Value) -> Node,
) -> Option<Read> {
    let held = |reg| node(registers.get(reg));
    let operands = match code.instrs[pc as usize] {
        Instr::ConstPool { .. }
        | Instr::New { .. }
        | Instr::NewArray { .. }
        | Instr::ANewArray { .. }
        | Instr::MultiNewArray { .. }
        | Instr::GetStatic { .. } => Vec::new(),
        Instr::Load8 { a, .. }
        | Instr::LoadU16 { a, .. }
        | Instr::LoadI16 { a, .. }
        | Instr::Load32 { a, .. }
        | Instr::Load64 { a, .. }
        | Instr::LoadRef { a, .. }
        | Instr::Store8 { a, .. }
        | Instr::Store16 { a, .. }
        | Instr::Store32 { a, .. }
        | Instr::Store64 { a, .. }
        | Instr::GetField { a, .. }
        | Instr::CheckCast { a, .. }
        | Instr::ReturnValue { a }
        | Instr::Throw { a }
        | Instr::MonitorEnter { a }
        | Instr::MonitorExit { a }
        | Instr::PutStatic { v: a, .. } => vec![held(a)],
        Instr::StoreRef { a, v, .. } | Instr::PutField { a, v, .. } => vec![held(a), held(v)],
        Instr::Invoke { k } => code.calls[k as usize].args.iter().map(|&reg| held(reg)).collect(),
        _ => return None,
    };
    Some(Read { pc, operands, defined })
}

/// What an instruction that loads something loads.
fn defines(program: &Program, code: &Code, pc: Pc) -> Defines {
    let is_ref = match code.instrs[pc as usize] {
        Instr::ConstPool { cp, .. } => {
            program.class(code.pool_class).file.as_deref().is_some_and(|file| maps::loads_reference(file, cp))
        }
        Instr::GetField { cp, .. } | Instr::GetStatic { cp, .. } => {
            program.resolve_field(code.pool_class, cp).is_ok_and(|field| program.field(field).ty.is_ref())
        }
        Instr::Invoke { k } => {
            let call = &code.calls[k as usize];
            if let (InvokeKind::Static, Callee::Pool(cp)) = (call.kind, call.callee)
                && program.resolve_method(code.pool_class, cp).is_ok_and(|method| natives::gives_null(program, method))
            {
                return Defines::Null;
            }
            call.returns_ref
        }
        _ => false,
    };
    if is_ref { Defines::Reference } else { Defines::Other }
}

/// The class of a type, if it is a reference.
pub fn class_of_reference(program: &Program, ty: Type) -> Option<ClassId> {
    if ty.is_ref() { program.class_of_type(ty).ok() } else { None }
}
