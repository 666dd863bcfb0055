//! Calls: inlined copies, branches over the targets of virtual calls, lambdas, and the methods of
//! `Thread` and `Object` that are ops of their own.

use heddle_classfile::{Constant, HandleKind};
use heddle_program::ir::{CallSite, Callee, Code, Instr, InvokeKind, NO_REG, Pc, Reg};
use heddle_program::{ClassId, MethodId, Origin, Program, Type};
use rustc_hash::FxHashSet;

use super::build::Builder;
use super::{CopyId, EdgeKind, Effect, Filter, NodeId, Op, Register, Slot, Treatment, policy};
use crate::calls::initializers;

/// A call that is being inlined.
#[derive(Clone, Copy)]
struct Place<'c> {
    copy: CopyId,
    pc: Pc,
    /// Classes that are initialised.
    known: &'c FxHashSet<ClassId>,
    to: Option<Register>,
    after: NodeId,
}

impl Builder<'_> {
    pub fn call(
        &mut self,
        copy: CopyId,
        code: &Code,
        pc: Pc,
        node: NodeId,
        site: &CallSite,
        known: &FxHashSet<ClassId>,
    ) {
        let program = self.program;
        let args: Vec<Register> = site.args.iter().map(|&reg| self.graph.register(copy, reg)).collect();
        let to = (site.dest != NO_REG).then(|| self.graph.register(copy, site.dest));
        let after = self.node(copy, pc, Op::Skip);
        let next = self.at(copy, pc + 1);
        self.edge(after, next, EdgeKind::Next);
        let place = Place { copy, pc, known, to, after };
        let callee = match site.callee {
            Callee::Pool(cp) if site.kind == InvokeKind::Dynamic => {
                return self.dynamic(place, node, code, cp, &args);
            }
            Callee::Pool(cp) => match program.resolve_method(code.pool_class, cp) {
                Ok(callee) => callee,
                Err(_) => return self.raise(node, copy, pc, None),
            },
            Callee::Method(callee) => callee,
        };
        let info = program.method(callee);
        if info.polymorphic {
            let call = self.havoc(copy, pc, Some(callee), args.into(), to);
            self.edge(node, call, EdgeKind::Next);
            return self.edge(call, after, EdgeKind::Next);
        }
        // What a constructor is called on was just made, or is being made.
        if !info.is_static() && !self.is_this(copy, site.args[0]) && program.text(info.name) != "<init>" {
            self.graph.nodes[node as usize].op = Op::Receiver(args[0]);
            self.raise(node, copy, pc, Some(self.thrown.null));
        }
        if matches!(site.kind, InvokeKind::Static | InvokeKind::Special) {
            let first = self.target(place, callee, None, &args);
            return self.edge(node, first, EdgeKind::Next);
        }
        let is_target = |&(at, target): &(Pc, MethodId)| {
            let target = program.method(target);
            at == pc && (target.name, target.descriptor) == (info.name, info.descriptor) && !target.is_static()
        };
        let targets: Vec<MethodId> =
            self.facts.calls(code.method).iter().filter(|call| is_target(call)).map(|&(_, target)| target).collect();
        let lambdas: Vec<u32> =
            self.facts.lambda_calls.get(&(code.method, pc)).into_iter().flatten().copied().collect();
        let kind = if targets.len() + lambdas.len() > 1 { EdgeKind::Target } else { EdgeKind::Next };
        for target in targets {
            let first = self.target(place, target, Some(callee), &args);
            self.edge(node, first, kind);
        }
        for lambda in lambdas {
            let given: Vec<(Type, Register)> = by_parameter(&info.params, &args[1..]);
            let first = self.lambda(place, lambda, args[0], &given);
            self.edge(node, first, kind);
        }
    }

    /// One target of a call; `callee` is what the call names, if the receiver's class decides.
    fn target(&mut self, place: Place<'_>, target: MethodId, callee: Option<MethodId>, args: &[Register]) -> NodeId {
        let Place { copy, pc, to, after, .. } = place;
        if let Some(node) = self.known_method(place, target, args) {
            return node;
        }
        let depth = self.chain.iter().filter(|&&method| method == target).count() as u32;
        let is_native = self.facts.effect(target).is_some();
        let treatment = match (self.policy.treatment)(self.program, target) {
            Treatment::Leave(effect) if !self.is_claim_kept(target, effect) => Treatment::Leave(Effect::Havoc),
            treatment => treatment,
        };
        let may_inline = self.facts.is_read(target)
            && !is_native
            && depth <= self.policy.recursion
            && self.chain.len() < 200
            && self.graph.nodes.len() < self.policy.nodes;
        let body = match treatment {
            Treatment::Leave(Effect::Havoc) => None,
            Treatment::Leave(effect) => {
                let op = Op::Call { method: Some(target), effect, args: args.into(), to };
                let node = self.node(copy, pc, op);
                self.edge(node, after, EdgeKind::Next);
                if !never_throws(self.program, target) {
                    self.raise(node, copy, pc, None);
                }
                return node;
            }
            Treatment::Inline => self.program.code(target).ok().filter(|_| may_inline),
        };
        let Some(body) = body else {
            let node = self.havoc(copy, pc, Some(target), args.into(), to);
            self.edge(node, after, EdgeKind::Next);
            return node;
        };
        let info = self.program.method(target);
        let inner = self.open_copy(target, Some((copy, pc)));
        let first = self.graph.copies[inner as usize].first_register;
        let mut slot = 0;
        let mut chain: Option<(NodeId, NodeId)> = None;
        let mut add = |builder: &mut Self, op: Op| {
            chain = Some(match chain {
                Some((first, last)) => (first, builder.then(last, op)),
                None => {
                    let node = builder.node(copy, pc, op);
                    (node, node)
                }
            });
        };
        if !info.is_static() {
            add(
                self,
                match callee {
                    Some(callee) => Op::Filter { to: first, from: args[0], by: Filter::Target { callee, target } },
                    None => Op::Assign { to: first, from: args[0] },
                },
            );
            slot = 1;
        }
        for param in &info.params {
            add(self, Op::Assign { to: first + slot as u32, from: args[slot] });
            slot += usize::from(param.slots());
        }
        let entry = self.fill(inner, body, place.known, to, after);
        match chain {
            Some((first, last)) => {
                self.edge(last, entry, EdgeKind::Next);
                first
            }
            None => entry,
        }
    }

    /// Whether nothing that a call leads to is more than the effect that the policy gives it: neither a native
    /// that declares more, nor code of the user that it calls back.
    fn is_claim_kept(&mut self, target: MethodId, claim: Effect) -> bool {
        if claim == Effect::Havoc {
            return true;
        }
        if self.facts.effect(target).is_some_and(|native| !policy::is_at_most(&native, claim)) {
            return false;
        }
        !self.calls_user(target)
    }

    fn calls_user(&mut self, target: MethodId) -> bool {
        let facts = self.facts;
        *self.calls_user.entry(target).or_insert_with(|| facts.calls_back(self.program, target))
    }

    /// A call that may do and throw anything; it has no successor yet but for exceptions.
    pub fn havoc(
        &mut self,
        copy: CopyId,
        pc: Pc,
        method: Option<MethodId>,
        args: Box<[Register]>,
        to: Option<Register>,
    ) -> NodeId {
        self.graph.has_havoc = true;
        let node = self.node(copy, pc, Op::Call { method, effect: Effect::Havoc, args, to });
        self.raise(node, copy, pc, None);
        node
    }

    /// Methods that are ops.
    fn known_method(&mut self, place: Place<'_>, target: MethodId, args: &[Register]) -> Option<NodeId> {
        let Place { copy, pc, to, after, .. } = place;
        let program = self.program;
        let info = program.method(target);
        let known = program.well_known();
        let descriptor = program.text(info.descriptor);
        let thrown = self.thrown;
        let timed = descriptor != "()V";
        // What is known of a constructor is not all, if it calls a method of the program.
        let calls_user = matches!(program.text(info.name), "<init>" | "getCause") && self.calls_user(target);
        if calls_user && info.class != known.thread {
            return None;
        }
        let (op, raises) = match program.text(info.name) {
            "wait" if info.class == known.object => {
                (Op::Wait { object: args[0], timed }, vec![thrown.interrupted, thrown.monitor])
            }
            name @ ("notify" | "notifyAll") if info.class == known.object => {
                (Op::Notify { object: args[0], all: name == "notifyAll" }, vec![thrown.monitor])
            }
            "<init>" if info.class == known.thread => {
                let given = by_parameter(&info.params, &args[1..]);
                let runnable = program.symbol("java/lang/Runnable");
                let task = given.iter().find(|(ty, _)| *ty == Type::Ref(runnable)).map(|&(_, reg)| reg);
                (Op::Thread { thread: args[0], task }, Vec::new())
            }
            "start" if info.class == known.thread && descriptor == "()V" => {
                (Op::Start { thread: args[0] }, vec![thrown.started])
            }
            "join" if info.class == known.thread && descriptor.ends_with(")V") => {
                (Op::Join { thread: args[0], timed }, vec![thrown.interrupted])
            }
            "currentThread" if info.class == known.thread => {
                let to = to.unwrap_or_else(|| self.new_registers(1));
                (Op::Current { to }, Vec::new())
            }
            "run" if info.class == known.thread => return Some(self.run_task(place, target, args[0])),
            "<init>" if info.class == known.object => (Op::Skip, Vec::new()),
            "<init>" if self.is_plain_exception(target) => {
                let throwable = program.symbol("java/lang/Throwable");
                let cause =
                    by_parameter(&info.params, &args[1..]).into_iter().find(|(ty, _)| *ty == Type::Ref(throwable));
                match (cause, program.find_field(known.throwable, "cause")) {
                    (Some((_, value)), Some(field)) => {
                        (Op::Store { base: args[0], slot: Slot::Field(field), value }, Vec::new())
                    }
                    _ => (Op::Skip, Vec::new()),
                }
            }
            "<init>" if self.is_failed_assertion(place, target, args) => (Op::Skip, Vec::new()),
            "getCause" if self.is_plain_exception(target) => {
                let field = program.find_field(known.throwable, "cause")?;
                let to = to.unwrap_or_else(|| self.new_registers(1));
                (Op::Load { to, base: args[0], slot: Slot::Field(field) }, Vec::new())
            }
            _ => return None,
        };
        let node = self.node(copy, pc, op);
        if calls_user {
            let call = self.havoc(copy, pc, Some(target), args.into(), None);
            self.edge(node, call, EdgeKind::Next);
            self.edge(call, after, EdgeKind::Next);
        } else {
            self.edge(node, after, EdgeKind::Next);
        }
        for class in raises {
            self.raise(node, copy, pc, Some(class));
        }
        Some(node)
    }

    /// Whether a method of a JDK exception does nothing but set and read message and cause. A cause
    /// is asked for its text, which the user's exceptions may have a method for.
    fn is_plain_exception(&self, method: MethodId) -> bool {
        let (program, throwable) = (self.program, self.program.well_known().throwable);
        let info = program.method(method);
        let is_user = |class: ClassId| program.class(class).origin == Origin::User;
        if is_user(info.class) || !program.is_subtype(info.class, throwable) {
            return false;
        }
        let plain = |ty: &Type| match *ty {
            Type::Ref(name) => {
                let name = program.text(name);
                name == "java/lang/String"
                    || name == "java/lang/Throwable"
                        && !self.facts.methods().iter().any(|&method| {
                            let info = program.method(method);
                            is_user(info.class)
                                && program.is_subtype(info.class, throwable)
                                && matches!(program.text(info.name), "toString" | "getMessage" | "getLocalizedMessage")
                        })
            }
            _ => true,
        };
        info.params.iter().all(plain)
    }

    /// Whether this is the error of an `assert` whose message is a text: a constant or a concatenation,
    /// computed right before. Of another object the constructor would ask for the text.
    fn is_failed_assertion(&self, place: Place<'_>, method: MethodId, args: &[Register]) -> bool {
        let program = self.program;
        let info = program.method(method);
        let is_error = program.class_name(info.class) == "java/lang/AssertionError"
            && program.text(info.descriptor) == "(Ljava/lang/Object;)V";
        let copy = &self.graph.copies[place.copy as usize];
        let (true, Ok(code)) = (is_error, program.code(copy.method)) else { return false };
        let message = (args[1] - copy.first_register) as Reg;
        let mut targets: FxHashSet<Pc> = code.handlers.iter().map(|handler| handler.target).collect();
        targets.extend(code.instrs.iter().filter_map(|instr| instr.target()).map(Pc::from));
        targets.extend(code.switches.iter().flat_map(|switch| switch.targets()).map(Pc::from));
        let mut pc = place.pc;
        while pc > 0 && !targets.contains(&pc) {
            pc -= 1;
            let instr = code.instrs[pc as usize];
            if instr.ends_block() {
                return false;
            }
            if instr.dest(code) != Some(message) {
                continue;
            }
            return match instr {
                Instr::ConstPool { cp, .. } => {
                    let file = program.class(code.pool_class).file.as_deref();
                    matches!(file.and_then(|file| file.constant(cp).ok()), Some(Constant::String { .. }))
                }
                Instr::Invoke { k } => {
                    let site = &code.calls[k as usize];
                    let is_dynamic = site.kind == InvokeKind::Dynamic;
                    matches!(site.callee, Callee::Pool(cp) if is_dynamic && code_is_concat(self, code, cp))
                }
                _ => false,
            };
        }
        false
    }

    /// `Thread.run`: the task, if there is one.
    fn run_task(&mut self, place: Place<'_>, run: MethodId, thread: Register) -> NodeId {
        let task = self.new_registers(1);
        let node = self.node(place.copy, place.pc, Op::Task { to: task, thread });
        self.edge(node, place.after, EdgeKind::Next);
        let (targets, lambdas) = tasks(self, run);
        for target in targets {
            let runnable = self.program.load("java/lang/Runnable").ok();
            let callee = runnable.and_then(|class| self.program.find_method(class, "run", "()V")).unwrap_or(target);
            let first = self.target(place, target, Some(callee), &[task]);
            self.edge(node, first, EdgeKind::Target);
        }
        for lambda in lambdas {
            let first = self.task(place, lambda, task);
            self.edge(node, first, EdgeKind::Target);
        }
        node
    }

    /// The first code of a thread whose task is a lambda: the object is in `object`.
    pub fn begin_lambda(&mut self, lambda: u32, object: Register, known: &FxHashSet<ClassId>, after: NodeId) -> NodeId {
        self.task(Place { copy: 0, pc: 0, known, to: None, after }, lambda, object)
    }

    /// A lambda that a thread runs. The code of `Thread` that calls it is no part of the graph, so the initialisers that the
    /// call may run come here: a reference to a static method or constructor does not initialise the class before. That of
    /// the class whose code made the lambda has begun by then.
    fn task(&mut self, place: Place<'_>, lambda: u32, object: Register) -> NodeId {
        let Place { copy, pc, known, .. } = place;
        let program = self.program;
        let what = &self.facts.lambdas[lambda as usize];
        let begun = &program.class(program.method(what.at.0).class).display;
        let mut due = initializers(program, program.method(what.implementation).class);
        due.retain(|initializer| {
            what.targets.contains(initializer) && !begun.contains(&program.method(*initializer).class)
        });
        let first = self.lambda(place, lambda, object, &[]);
        if due.is_empty() {
            return first;
        }
        let begin = self.node(copy, pc, Op::Skip);
        let last = self.run_initializers(copy, pc, begin, &due, known);
        self.edge(last, first, EdgeKind::Next);
        begin
    }

    /// A call of a lambda in `object` with arguments by parameter.
    fn lambda(&mut self, place: Place<'_>, lambda: u32, object: Register, given: &[(Type, Register)]) -> NodeId {
        let Place { copy, pc, after, .. } = place;
        let program = self.program;
        let facts = self.facts;
        let what = &facts.lambdas[lambda as usize];
        let itself = self.new_registers(1);
        let first = self.node(copy, pc, Op::Filter { to: itself, from: object, by: Filter::Lambda(lambda) });
        let mut last = first;
        let mut values = Vec::new();
        for (position, &ty) in what.captured_types().enumerate() {
            let to = self.new_registers(1);
            last = self.then(last, Op::Load { to, base: itself, slot: Slot::Captured(position as u16) });
            values.push((ty, to));
        }
        values.extend_from_slice(given);
        let mut values = values.into_iter();
        let mut targets: Vec<MethodId> = what.targets.iter().copied().collect();
        targets.retain(|&target| program.text(program.method(target).name) != "<clinit>");
        targets.sort_unstable_by_key(|method| method.0);
        let implementation = program.method(what.implementation);
        let mut args = Vec::new();
        match what.kind {
            HandleKind::InvokeStatic => {}
            HandleKind::NewInvokeSpecial => {
                let to = place.to.unwrap_or_else(|| self.new_registers(1));
                last = self.then(last, Op::Skip);
                let site = self.new_site(last, implementation.class, 0, None);
                self.graph.nodes[last as usize].op = Op::New { to, site };
                args.push(to);
            }
            _ => args.extend(values.next().map(|(_, reg)| reg)),
        }
        for param in &implementation.params {
            let reg = match values.next() {
                Some((ty, reg)) if ty.is_ref() == param.is_ref() => reg,
                // Boxed or unboxed on the way.
                _ => {
                    let to = self.new_registers(1);
                    last = self.then(last, Op::Machine { to });
                    to
                }
            };
            args.extend(std::iter::repeat_n(reg, usize::from(param.slots())));
        }
        let place = match what.kind {
            HandleKind::NewInvokeSpecial => Place { to: None, ..place },
            _ => place,
        };
        let is_virtual = matches!(what.kind, HandleKind::InvokeVirtual | HandleKind::InvokeInterface);
        if targets.is_empty() {
            self.edge(last, after, EdgeKind::Next);
        }
        let kind = if targets.len() > 1 { EdgeKind::Target } else { EdgeKind::Next };
        for target in targets {
            let next = self.target(place, target, is_virtual.then_some(what.implementation), &args);
            self.edge(last, next, kind);
        }
        first
    }

    /// `invokedynamic`.
    fn dynamic(&mut self, place: Place<'_>, node: NodeId, code: &Code, cp: u16, args: &[Register]) {
        let Place { copy, pc, to, after, .. } = place;
        let program = self.program;
        let facts = self.facts;
        if let Some(index) = facts.lambdas.iter().position(|lambda| lambda.at == (code.method, pc)) {
            let lambda = &facts.lambdas[index];
            let to = to.unwrap_or_else(|| self.new_registers(1));
            let site = self.new_site(node, lambda.interface, 0, Some(index as u32));
            self.graph.nodes[node as usize].op = Op::New { to, site };
            let mut last = node;
            let mut slot = 0;
            for (position, ty) in lambda.captured_types().enumerate() {
                let slot_of = Slot::Captured(position as u16);
                last = self.then(last, Op::Store { base: to, slot: slot_of, value: args[slot] });
                slot += usize::from(ty.slots());
            }
            return self.edge(last, after, EdgeKind::Next);
        }
        let is_user = |method: MethodId| program.class(program.method(method).class).origin == Origin::User;
        let calls_user = facts.calls(code.method).iter().any(|&(at, callee)| at == pc && is_user(callee));
        let is_concat = code_is_concat(self, code, cp);
        if is_concat && !calls_user {
            let to = to.unwrap_or_else(|| self.new_registers(1));
            self.graph.nodes[node as usize].op = Op::Machine { to };
            return self.edge(node, after, EdgeKind::Next);
        }
        let call = self.havoc(copy, pc, None, args.into(), to);
        self.edge(node, call, EdgeKind::Next);
        self.edge(call, after, EdgeKind::Next);
    }
}

/// What `Thread.run` may call: methods, and lambdas. Newer JDKs put a method of `Thread` between.
pub fn tasks(builder: &Builder<'_>, run: MethodId) -> (Vec<MethodId>, Vec<u32>) {
    task_targets(builder.program, builder.facts, run)
}

pub fn task_targets(program: &Program, facts: &crate::Facts, run: MethodId) -> (Vec<MethodId>, Vec<u32>) {
    let thread = program.well_known().thread;
    let mut from = vec![run];
    from.extend(facts.calls(run).iter().map(|&(_, callee)| callee).filter(|&callee| {
        program.method(callee).class == thread && program.text(program.method(callee).name) == "runWith"
    }));
    let mut lambdas: Vec<u32> = Vec::new();
    let mut targets: Vec<MethodId> = Vec::new();
    for method in from {
        for (_, of) in facts.lambda_calls.iter().filter(|((caller, _), _)| *caller == method) {
            lambdas.extend(of);
        }
        let is_run = |callee: MethodId| {
            let info = program.method(callee);
            program.text(info.name) == "run" && program.text(info.descriptor) == "()V" && !info.is_static()
        };
        targets.extend(facts.calls(method).iter().map(|&(_, callee)| callee).filter(|&callee| is_run(callee)));
    }
    targets.retain(|&target| target != run);
    targets.sort_unstable_by_key(|method| method.0);
    targets.dedup();
    lambdas.sort_unstable();
    lambdas.dedup();
    (targets, lambdas)
}

fn code_is_concat(builder: &Builder<'_>, code: &Code, cp: u16) -> bool {
    let Some(file) = builder.program.class(code.pool_class).file.as_deref() else { return false };
    let Ok((bootstrap, _)) = file.dynamic(cp) else { return false };
    let Ok(bootstrap) = file.bootstrap_method(bootstrap) else { return false };
    let Ok((_, reference)) = file.method_handle(bootstrap.handle) else { return false };
    let Ok(factory) = file.member_ref(reference) else { return false };
    file.class_name(factory.class).is_ok_and(|class| &*class == "java/lang/invoke/StringConcatFactory")
}

/// Registers of slots as registers of parameters.
fn by_parameter(params: &[Type], slots: &[Register]) -> Vec<(Type, Register)> {
    let mut slot = 0;
    params
        .iter()
        .map(|&ty| {
            let register = slots[slot];
            slot += usize::from(ty.slots());
            (ty, register)
        })
        .collect()
}

fn never_throws(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    let class = program.class_name(info.class);
    let name = program.text(info.name);
    name == "<init>" && !class.starts_with("java/lang/String")
        || name == "valueOf" && class != "java/lang/String" && !program.text(info.descriptor).contains("String")
        || name.ends_with("Value")
        || matches!(class, "java/io/PrintStream" | "java/lang/System")
        || class == "java/lang/Math" && !name.ends_with("Exact")
        || class == "java/lang/Thread" && !matches!(name, "sleep" | "setDaemon" | "setPriority" | "setName")
}
