//! Who calls what: methods become reachable, arguments and results flow, the receiver's class selects,
//! and with object sensitivity the receiver itself selects a copy of the method.

use heddle_program::ir::Pc;
use heddle_program::{ClassId, MethodId, Origin, Program};

use crate::demand::{Label, Passes};
use crate::graph::{NOWHERE, Node, Use};
use crate::natives;
use crate::objects::{Made, Object, ObjectId};
use crate::solve::{Act, Body, Call, Caller, Instance, Solver};

/// So many receivers get a copy of a method of their own; the others share one.
const MOST_COPIES: u32 = 40;

impl Solver<'_, '_> {
    /// Makes a method reachable, for all receivers.
    pub fn reach(&mut self, method: MethodId) {
        self.declare(method);
        let body = self.bodies.get_mut(&method).expect("declared above");
        if !std::mem::replace(&mut body.general, true) {
            let first = body.first;
            self.unread.push(Instance { method, first, within: 0 });
        }
    }

    /// The copy of a method for one receiver: where its parameters begin.
    fn instance(&mut self, method: MethodId, receiver: ObjectId) -> Node {
        let Object { made, .. } = self.objects.list[receiver as usize];
        let Made::At(within) = made else { return self.general(method) };
        if let Some(&first) = self.instances.get(&(method, receiver)) {
            return first;
        }
        self.declare(method);
        let info = self.program.method(method);
        let body = self.bodies.get_mut(&method).expect("declared above");
        let shared = !self.by_object || body.effect.is_some() || info.is_native() || body.copies >= MOST_COPIES;
        if shared || natives::is_opaque(self.program, method) {
            return self.general(method);
        }
        body.copies += 1;
        let first = self.graph.add_nodes(u32::from(info.arg_slots) + 1);
        self.instances.insert((method, receiver), first);
        self.unread.push(Instance { method, first, within });
        first
    }

    fn general(&mut self, method: MethodId) -> Node {
        self.reach(method);
        self.bodies[&method].first
    }

    fn declare(&mut self, method: MethodId) {
        if self.bodies.contains_key(&method) {
            return;
        }
        let info = self.program.method(method);
        let slots = u32::from(info.arg_slots);
        let first = self.graph.add_nodes(slots + 1);
        let effect = (self.effects)(method);
        self.bodies.insert(method, Body { first, slots, effect, ..Body::default() });
        if let Some(constraints) = &mut self.constraints {
            constraints.own(first, slots + 1, method);
        }
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
        if self.by_object && !self.program.method(target).is_static() {
            let args = args.to_vec();
            return self.call_virtually(Call { caller, callee: target, args, result, exact: true, label: None });
        }
        self.reach(target);
        self.edge(caller, target);
        let label = self.label(caller);
        let (enter, exit) = self.labels(label, target);
        for (slot, &arg) in args.iter().enumerate() {
            let to = self.parameter(target, slot as u32);
            self.pass(arg, to, enter);
        }
        let from = self.result(target);
        self.pass(from, result, exit);
    }

    /// A number for a call, where queries on demand want one.
    fn label(&mut self, caller: Caller) -> Option<u32> {
        let (Some(constraints), Caller::Code(method, _)) = (&mut self.constraints, caller) else { return None };
        constraints.calls.push((method, Vec::new()));
        Some(constraints.calls.len() as u32 - 1)
    }

    /// What arguments and results pass when a call reaches a method.
    fn labels(&mut self, label: Option<u32>, target: MethodId) -> (Label, Label) {
        let (Some(constraints), Some(label)) = (&mut self.constraints, label) else {
            return (Label::None, Label::None);
        };
        constraints.calls[label as usize].1.push(target);
        (Label::Enter(label), Label::Exit(label))
    }

    /// A call that the receiver's class decides.
    pub fn call_virtually(&mut self, mut call: Call) {
        let receiver = call.args.first().copied().unwrap_or(NOWHERE);
        call.label = self.label(call.caller);
        self.calls.push(call);
        self.on(receiver, Use::Call(self.calls.len() as u32 - 1));
    }

    pub(crate) fn dispatch(&mut self, index: u32, object: ObjectId) {
        let Object { class, made, .. } = self.objects.list[object as usize];
        let Call { callee, exact, .. } = self.calls[index as usize];
        if exact {
            return self.link(index, callee, object);
        }
        if let Made::Lambda(lambda) = made {
            return self.dispatch_lambda(index, lambda, object);
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

    pub(crate) fn link(&mut self, index: u32, target: MethodId, receiver: ObjectId) {
        if self.program.method(target).is_abstract() {
            return;
        }
        let first = self.instance(target, receiver);
        let slots = u32::from(self.program.method(target).arg_slots);
        self.graph.insert(first, receiver);
        if let Some(constraints) = &mut self.constraints {
            constraints.receivers.entry((index, first)).or_default().insert(receiver);
        }
        if !self.linked.insert((index, first)) {
            return;
        }
        let Call { caller, ref args, result, label, .. } = self.calls[index as usize];
        let args = args.clone();
        self.edge(caller, target);
        let (enter, exit) = self.labels(label, target);
        if let (Some(constraints), Some(&this)) = (&mut self.constraints, args.first()) {
            constraints.copy(this, first, Passes::Selecting(index, first), enter);
        }
        for (slot, &arg) in args.iter().enumerate().skip(1).filter(|(slot, _)| (*slot as u32) < slots) {
            self.pass(arg, first + slot as u32, enter);
        }
        self.pass(first + slots, result, exit);
    }

    /// A thread starts: its `run` is called, by a thread that does not exist yet.
    pub(crate) fn start(&mut self, index: u32, thread: ObjectId) {
        let class = self.objects.list[thread as usize].class;
        if !self.program.is_subtype(class, self.program.well_known().thread) {
            return;
        }
        if let Some(run) = self.program.find_method(class, "run", "()V") {
            self.started.insert(run);
            self.link(index, run, thread);
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
}

/// The initialisers that run when a class is first needed, in their order.
pub(crate) fn initializers(program: &Program, class: ClassId) -> Vec<MethodId> {
    let info = program.class(class);
    let mut found = info.superclass.map_or_else(Vec::new, |superclass| initializers(program, superclass));
    let interfaces =
        info.all_interfaces.iter().copied().filter(|&of| of != class && program.class(of).has_default_methods);
    found.extend(interfaces.chain([class]).filter_map(|class| program.class(class).initializer));
    found
}
