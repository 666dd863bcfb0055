//! Constraints of a method's code: what each instruction makes, copies, loads, stores and calls.

use heddle_program::cfg::Cfg;
use heddle_program::effect::Source;
use heddle_program::ir::{Callee, Catch, Code, Instr, InvokeKind, Pc};
use heddle_program::{ClassId, ClassKind, MethodId, Origin, Program, maps};

use crate::graph::{NOWHERE, Node, Use};
use crate::natives;
use crate::objects::{Made, ObjectId};
use crate::solve::{Act, Call, Caller, Effects, Instance, Solver};
use crate::values::{Defines, NONE, NULL, Registers, Value, Values};

impl Solver<'_, '_> {
    pub(crate) fn read_method(&mut self, instance: Instance) {
        let method = instance.method;
        if natives::is_parallel_sort(self.program, method) && !std::mem::replace(&mut self.sorts_in_parallel, true) {
            for (caller, class, site, defined) in std::mem::take(&mut self.never_made) {
                self.make(caller, class, site, defined);
            }
        }
        if let Some(effect) = self.bodies[&method].effect {
            self.describe_native(method, &effect);
        } else if natives::is_opaque(self.program, method) {
            self.fresh_result(method);
        } else if self.program.method(method).is_native() {
            self.without_summary.push(method);
        } else {
            self.read_code(instance);
        }
    }

    /// The machine runs something of its own and then, or sometimes instead, the method's code.
    pub(crate) fn read_also(&mut self, method: MethodId) {
        self.reach(method);
        let first = self.bodies[&method].first;
        self.scan.push((Instance { method, first, within: 0 }, true));
    }

    /// Adds the constraints of a method's code.
    pub(crate) fn read_code(&mut self, instance: Instance) {
        let program = self.program;
        let Instance { method, first, .. } = instance;
        let Ok(code) = program.code(method) else { return };
        self.bodies.get_mut(&method).expect("reached before").is_read = true;
        let info = program.method(method);
        let is_user = program.class(info.class).origin == Origin::User;
        if info.is_synchronized() {
            let act = if info.is_static() { Act::LockClass } else { Act::Lock { base: first } };
            self.act(method, 0, act);
        }
        let cfg = Cfg::new(code);
        let effects = self.effects;
        let values = Values::new(program, code, &cfg, info.arg_slots, |pc| defines(program, effects, code, pc));
        let slots = u32::from(info.arg_slots);
        let rest = self.graph.add_nodes(values.count - slots);
        if let Some(constraints) = &mut self.constraints {
            constraints.own(rest, values.count - slots, method);
        }
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
            self.constrain(instance, code, pc, &operands, defined, is_user);
        }
    }

    /// An object of a class at an allocation site, within a receiver's copy of the method.
    fn make(&mut self, caller: Caller, class: ClassId, (site, within): (u32, u32), defined: Node) {
        self.initialize(caller, class);
        let object = self.allocate(class, site, within);
        self.give(defined, object);
    }

    fn constrain(&mut self, instance: Instance, code: &Code, pc: Pc, nodes: &[Node], defined: Node, is_user: bool) {
        let program = self.program;
        let Instance { method, first, within } = instance;
        let pool = code.pool_class;
        match code.instrs[pc as usize] {
            Instr::ConstPool { cp, .. } => self.constant(method, pool, cp, defined, is_user),
            Instr::New { cp, .. } => {
                if let Ok(class) = program.resolve_class(pool, cp) {
                    let (caller, site) = (Caller::Code(method, pc), (code.first_site + pc, within));
                    if natives::sorts_in_parallel(program, class) && !self.sorts_in_parallel {
                        self.never_made.push((caller, class, site, defined));
                    } else {
                        self.make(caller, class, site, defined);
                    }
                }
            }
            Instr::NewArray { kind, .. } => {
                let object = self.allocate(program.array_of_kind(kind), code.first_site + pc, within);
                self.give(defined, object);
            }
            Instr::ANewArray { cp, .. } => {
                if let Ok(class) = program.resolve_class(pool, cp) {
                    let object = self.allocate(program.array_of(class), code.first_site + pc, within);
                    self.give(defined, object);
                }
            }
            Instr::MultiNewArray { k, .. } => {
                let multi = &code.multi[k as usize];
                if let Ok(class) = program.resolve_class(pool, multi.cp) {
                    self.allocate_nested(class, multi.dims.len(), (code.first_site + pc, within), defined);
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
                self.copy(nodes[0], first + u32::from(program.method(method).arg_slots));
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
            self.escape(reason);
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
            _ => self.call_virtually(Call {
                caller,
                callee: target,
                args: args.to_vec(),
                result,
                exact: false,
                label: None,
            }),
        }
    }

    /// The abstract object of an allocation. Strings and exceptions are many, and nobody asks which
    /// is which.
    fn allocate(&mut self, class: ClassId, site: u32, within: u32) -> ObjectId {
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
        let within = if made == Made::At(site) { within } else { 0 };
        let object = self.object_within(class, made, within);
        let objects = self.sites.entry(site).or_default();
        if !objects.contains(&object) {
            objects.push(object);
        }
        object
    }

    fn allocate_nested(&mut self, class: ClassId, dims: usize, (site, within): (u32, u32), to: Node) {
        let object = self.allocate(class, site, within);
        self.give(to, object);
        if dims > 1
            && let ClassKind::Array { component, .. } = self.program.class(class).kind
        {
            let inner = self.elements(object);
            self.allocate_nested(component, dims - 1, (site, within), inner);
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
fn defines(program: &Program, effects: &Effects<'_>, code: &Code, pc: Pc) -> Defines {
    let gives_null = |method| effects(method).is_some_and(|effect| effect.gives == Source::Null);
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
                && program.resolve_method(code.pool_class, cp).is_ok_and(gives_null)
            {
                return Defines::Null;
            }
            call.returns_ref
        }
        _ => false,
    };
    if is_ref { Defines::Reference } else { Defines::Other }
}
