//! Call sites of `invokedynamic`, and constants of the pool: what they make and what they call.
//!
//! The machine writes a small class for each lambda, concatenation or method of a record. Here the
//! class is skipped: a lambda is an abstract object with captured values whose interface method
//! calls the implementation.

use heddle_classfile::{Constant, HandleKind};
use heddle_program::ir::Pc;
use heddle_program::{ClassId, MethodId, Symbol, Type};
use rustc_hash::FxHashSet;

use crate::graph::{NOWHERE, Node, Use};
use crate::objects::Made;
use crate::solve::{Act, Call, Caller, Solver};

/// A lambda expression or method reference.
pub struct Lambda {
    /// The instruction that makes it.
    pub at: (MethodId, Pc),
    /// The method of the interface that it implements.
    pub name: Symbol,
    pub kind: HandleKind,
    pub implementation: MethodId,
    pub interface: ClassId,
    captured: Vec<(Type, Node)>,
    /// Who calls it, and what it calls.
    pub(crate) callers: Vec<Caller>,
    pub targets: FxHashSet<MethodId>,
    /// Once it is called: arguments by parameter of the interface's method, and the result.
    nodes: Option<(Vec<Node>, Node)>,
}

impl Lambda {
    pub fn captured_types(&self) -> impl Iterator<Item = &Type> {
        self.captured.iter().map(|(ty, _)| ty)
    }
}

impl Solver<'_, '_> {
    pub(crate) fn link_dynamic(
        &mut self,
        (method, pc): (MethodId, Pc),
        pool: ClassId,
        cp: u16,
        args: &[Node],
        result: Node,
        is_user: bool,
    ) {
        let program = self.program;
        let Some(file) = program.class(pool).file.as_deref() else { return };
        let Ok((bootstrap, entry)) = file.dynamic(cp) else { return };
        let Ok(bootstrap) = file.bootstrap_method(bootstrap) else { return };
        let Ok((_, reference)) = file.method_handle(bootstrap.handle) else { return };
        let Ok(factory) = file.member_ref(reference) else { return };
        let Some(signature) = program.signature(&entry.descriptor) else { return };
        let params = typed(&signature.params, args);
        let Ok(class) = file.class_name(factory.class) else { return };
        match (&*class, &*factory.name) {
            ("java/lang/invoke/LambdaMetafactory", _) => {
                let Some(&implementation) = bootstrap.arguments.get(1) else { return };
                let Ok((kind, reference)) = file.method_handle(implementation) else { return };
                let Ok(target) = program.resolve_method(pool, reference) else { return };
                let Ok(interface) = program.class_of_type(signature.result) else { return };
                if program.class(interface).has_default_methods {
                    self.initialize(Caller::Code(method, pc), interface);
                }
                let name = program.symbol(&entry.name);
                self.lambdas.push(Lambda {
                    at: (method, pc),
                    name,
                    kind,
                    implementation: target,
                    interface,
                    captured: params,
                    callers: Vec::new(),
                    targets: FxHashSet::default(),
                    nodes: None,
                });
                let lambda = self.object(interface, Made::Lambda(self.lambdas.len() as u32 - 1));
                self.give(result, lambda);
            }
            ("java/lang/invoke/StringConcatFactory", _) => {
                for (ty, arg) in params {
                    if ty.is_ref() {
                        self.call_object_method(method, pc, "toString", "()Ljava/lang/String;", vec![arg]);
                    }
                }
                self.made_by_machine(program.well_known().string, result);
            }
            ("java/lang/runtime/ObjectMethods", _) => self.record_method(method, pc, &entry.name, args, result),
            ("java/lang/runtime/SwitchBootstraps", _) => {}
            _ if is_user => self.give_up(format!("invokedynamic with the bootstrap method {class}.{}", factory.name)),
            _ => self.act(method, pc, Act::Unknown),
        }
    }

    /// `equals`, `hashCode` or `toString` of a record: that of every component.
    fn record_method(&mut self, method: MethodId, pc: Pc, name: &str, args: &[Node], result: Node) {
        let program = self.program;
        let class = program.class(program.method(method).class);
        for &field in class.layout.fields.iter() {
            let component = self.graph.add_nodes(1);
            for &record in args {
                self.act(method, pc, Act::Field { field, base: record, writes: false });
                if program.field(field).ty.is_ref() {
                    self.on(record, Use::Load { field, to: component });
                }
            }
            if !program.field(field).ty.is_ref() {
                continue;
            }
            let (descriptor, args) = match name {
                "equals" => ("(Ljava/lang/Object;)Z", vec![component, component]),
                "hashCode" => ("()I", vec![component]),
                _ => ("()Ljava/lang/String;", vec![component]),
            };
            self.call_object_method(method, pc, name, descriptor, args);
        }
        if result != NOWHERE {
            self.made_by_machine(program.well_known().string, result);
        }
    }

    /// A virtual call of a method of `Object`.
    pub(crate) fn call_object_method(
        &mut self,
        method: MethodId,
        pc: Pc,
        name: &str,
        descriptor: &str,
        args: Vec<Node>,
    ) {
        let object = self.program.well_known().object;
        if let Some(callee) = self.program.find_method(object, name, descriptor) {
            let caller = Caller::Code(method, pc);
            self.call_virtually(Call { caller, callee, args, result: NOWHERE, exact: false, label: None });
        }
    }

    /// A call of an interface method on a lambda: its implementation is called.
    pub(crate) fn call_lambda(&mut self, call: u32, index: u32) {
        let program = self.program;
        let Call { caller, callee, ref args, result, .. } = self.calls[call as usize];
        let interface = program.method(callee);
        if interface.name != self.lambdas[index as usize].name {
            return;
        }
        let given = typed(&interface.params, &args[1..]);
        if self.lambdas[index as usize].nodes.is_none() {
            let types: Vec<Type> = interface.params.to_vec();
            self.build_lambda(index, &types, interface.result);
        }
        if let Caller::Code(method, pc) = caller {
            self.lambda_calls.entry((method, pc)).or_default().insert(index);
        }
        let lambda = &mut self.lambdas[index as usize];
        if !lambda.callers.contains(&caller) {
            lambda.callers.push(caller);
            for target in lambda.targets.clone() {
                self.edge(caller, target);
            }
        }
        let (params, gives) = self.lambdas[index as usize].nodes.clone().expect("built above");
        for ((_, from), to) in given.into_iter().zip(params) {
            self.copy(from, to);
        }
        self.copy(gives, result);
    }

    /// The one call of a lambda's implementation, whoever calls the lambda.
    fn build_lambda(&mut self, index: u32, types: &[Type], interface_result: Type) {
        let program = self.program;
        let first = self.graph.add_nodes(types.len() as u32 + 1);
        let result = first + types.len() as u32;
        let params: Vec<Node> = (first..result).collect();
        let Lambda { kind, implementation, ref captured, .. } = self.lambdas[index as usize];
        let mut given = captured.clone();
        given.extend(types.iter().copied().zip(params.iter().copied()));
        self.lambdas[index as usize].nodes = Some((params, result));
        let caller = Caller::Lambda(index);
        let target = program.method(implementation);
        let mut slots = Vec::new();
        let mut given = given.into_iter();
        let mut result_to = result;
        match kind {
            HandleKind::InvokeStatic => self.initialize(caller, target.class),
            HandleKind::NewInvokeSpecial => {
                // The site is one of the machine's own code, so the object stands for all of them.
                self.initialize(caller, target.class);
                let object = self.object(target.class, Made::Merged);
                let node = self.graph.add_nodes(1);
                self.give(node, object);
                self.give(result, object);
                slots.push(node);
                result_to = NOWHERE;
            }
            _ => slots.push(given.next().map_or(NOWHERE, |(_, node)| node)),
        }
        for param in &target.params {
            let node = match (param.is_ref(), given.next()) {
                (true, Some((from, _))) if !from.is_ref() => self.boxed(from),
                (true, Some((_, node))) => node,
                _ => NOWHERE,
            };
            slots.extend(std::iter::repeat_n(node, usize::from(param.slots())));
        }
        if !target.result.is_ref() && target.result != Type::Void && interface_result.is_ref() {
            let boxed = self.boxed(target.result);
            self.copy(boxed, result);
        }
        match kind {
            HandleKind::InvokeVirtual | HandleKind::InvokeInterface => {
                let callee = implementation;
                self.call_virtually(Call { caller, callee, args: slots, result: result_to, exact: false, label: None });
            }
            _ => self.call_exactly(caller, implementation, &slots, result_to),
        }
    }

    /// A node with a box of a primitive type.
    fn boxed(&mut self, ty: Type) -> Node {
        let node = self.graph.add_nodes(1);
        if let Some(class) = self.program.well_known().boxed(ty) {
            self.made_by_machine(class, node);
        }
        node
    }

    pub(crate) fn constant(&mut self, method: MethodId, pool: ClassId, cp: u16, to: Node, is_user: bool) {
        let program = self.program;
        let Some(file) = program.class(pool).file.as_deref() else { return };
        let class = match file.constant(cp) {
            Ok(Constant::String { .. }) => Ok(program.well_known().string),
            Ok(Constant::Class { .. }) => Ok(program.well_known().class),
            Ok(Constant::MethodType { .. }) => program.load("java/lang/invoke/MethodType"),
            Ok(Constant::MethodHandle { .. } | Constant::Dynamic { .. }) if is_user => {
                let class = program.class_name(program.method(method).class);
                return self.give_up(format!("a method handle or dynamic constant in {class}"));
            }
            _ => return,
        };
        if let Ok(class) = class {
            self.made_by_machine(class, to);
        }
    }
}

/// Parameters with their nodes; `slots` has one node per argument slot.
fn typed(params: &[Type], slots: &[Node]) -> Vec<(Type, Node)> {
    let mut slot = 0;
    params
        .iter()
        .map(|&ty| {
            let node = slots.get(slot).copied().unwrap_or(NOWHERE);
            slot += usize::from(ty.slots());
            (ty, node)
        })
        .collect()
}
