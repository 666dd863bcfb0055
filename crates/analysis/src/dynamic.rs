//! Call sites of `invokedynamic`, and constants of the pool: what they make and what they call.
//!
//! The machine writes a small class for each lambda, concatenation or method of a record. Here the
//! class is skipped: a lambda is an abstract object with captured values whose interface method
//! calls the implementation.

use heddle_classfile::{ClassFile, Constant, HandleKind};
use heddle_program::ir::Pc;
use heddle_program::{ClassId, MethodId, Origin, Symbol, Type};
use rustc_hash::FxHashSet;

use crate::graph::{NOWHERE, Node, Use};
use crate::objects::{Made, ObjectId};
use crate::solve::{Act, Call, Caller, Solver};

/// A lambda expression or method reference.
pub struct Lambda {
    /// The instruction that makes it.
    pub at: (MethodId, Pc),
    /// The method of the interface that it implements.
    pub name: Symbol,
    /// The types under which it does: that of the interface's method, then those of bridges.
    implemented: Vec<Symbol>,
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
        if self.link_known((method, pc), pool, cp, args, result, is_user).is_none() {
            let class = self.program.class_name(pool).replace('/', ".");
            self.escape(format!("a call site of {class} that cannot be read"));
        }
    }

    /// Links a call site if its bootstrap method is known; nothing if it is malformed.
    fn link_known(
        &mut self,
        (method, pc): (MethodId, Pc),
        pool: ClassId,
        cp: u16,
        args: &[Node],
        result: Node,
        is_user: bool,
    ) -> Option<()> {
        let program = self.program;
        let file = program.class(pool).file.as_deref()?;
        let (bootstrap, entry) = file.dynamic(cp).ok()?;
        let bootstrap = file.bootstrap_method(bootstrap).ok()?;
        let (_, reference) = file.method_handle(bootstrap.handle).ok()?;
        let factory = file.member_ref(reference).ok()?;
        let signature = program.signature(&entry.descriptor)?;
        let params = typed(&signature.params, args);
        let class = file.class_name(factory.class).ok()?;
        match (&*class, &*factory.name) {
            ("java/lang/invoke/LambdaMetafactory", name @ ("metafactory" | "altMetafactory")) => {
                let functional = program.class_of_type(signature.result).ok()?;
                let extras = if name == "altMetafactory" { bootstrap.arguments.get(3..)? } else { &[] };
                let (markers, bridges) = self.markers(file, pool, extras)?;
                let &[erased, implementation, ..] = &*bootstrap.arguments else { return None };
                let (kind, reference) = file.method_handle(implementation).ok()?;
                let target = program.resolve_method(pool, reference).ok()?;
                if is_user && let Some(reason) = self.escapes_analysis(target) {
                    self.escape(reason);
                }
                let implemented = std::iter::once(erased).chain(bridges);
                let implemented: Option<_> =
                    implemented.map(|cp| Some(program.symbol(&file.method_type(cp).ok()?))).collect();
                let interfaces: Box<[ClassId]> = std::iter::once(functional).chain(markers).collect();
                for &interface in &interfaces {
                    self.initialize_interfaces(Caller::Code(method, pc), interface);
                }
                self.objects.lambdas.push(interfaces);
                self.lambdas.push(Lambda {
                    at: (method, pc),
                    name: program.symbol(&entry.name),
                    implemented: implemented?,
                    kind,
                    implementation: target,
                    interface: functional,
                    captured: params,
                    callers: Vec::new(),
                    targets: FxHashSet::default(),
                    nodes: None,
                });
                let lambda = self.object(functional, Made::Lambda(self.lambdas.len() as u32 - 1));
                self.give(result, lambda);
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcat" | "makeConcatWithConstants") => {
                for (ty, arg) in params {
                    if ty.is_ref() {
                        self.call_object_method(method, pc, "toString", "()Ljava/lang/String;", vec![arg]);
                    }
                }
                self.made_by_machine(program.well_known().string, result);
                // A constant that is put in may be of any kind.
                let computed = |cp: &u16| matches!(file.constant(*cp), Ok(Constant::Dynamic { .. }));
                if bootstrap.arguments.iter().any(computed) {
                    self.escape("a dynamic constant in a concatenation");
                }
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => {
                self.record_method(method, pc, &entry.name, args, result);
            }
            // The labels are compared with the selector, whose class is initialised if it is an enum's.
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch" | "enumSwitch") => {}
            _ => self.escape(format!("invokedynamic with the bootstrap method {class}.{}", factory.name)),
        }
        Some(())
    }

    /// What `LambdaMetafactory.altMetafactory` is given beyond what the plain factory is: flags, marker interfaces,
    /// types of bridges. Gives the interfaces, and the types as indices of the constant pool.
    fn markers(&self, file: &ClassFile, pool: ClassId, extras: &[u16]) -> Option<(Vec<ClassId>, Vec<u16>)> {
        const SERIALIZABLE: i32 = 1;
        const MARKERS: i32 = 2;
        const BRIDGES: i32 = 4;
        let mut extras = extras.iter().copied();
        let number = |cp: Option<u16>| match file.constant(cp?) {
            Ok(Constant::Integer(number)) => Some(number),
            _ => None,
        };
        let flags = if extras.len() == 0 { 0 } else { number(extras.next())? };
        let mut interfaces = Vec::new();
        if flags & SERIALIZABLE != 0 {
            interfaces.push(self.program.well_known().serializable);
        }
        if flags & MARKERS != 0 {
            for _ in 0..number(extras.next())? {
                interfaces.push(self.program.resolve_class(pool, extras.next()?).ok()?);
            }
        }
        let bridges = if flags & BRIDGES != 0 { number(extras.next())? } else { 0 };
        Some((interfaces, (0..bridges).map(|_| extras.next()).collect::<Option<_>>()?))
    }

    /// The class of a lambda is initialised when one is made, and with it interfaces that have default methods.
    fn initialize_interfaces(&mut self, caller: Caller, interface: ClassId) {
        for &of in self.program.class(interface).all_interfaces.iter() {
            if self.program.class(of).has_default_methods {
                self.initialize(caller, of);
            }
        }
    }

    /// A virtual call on a lambda. It implements the methods of one name and of certain types; for the others its
    /// interfaces have default methods, and `Object` the rest.
    pub(crate) fn dispatch_lambda(&mut self, call: u32, index: u32, object: ObjectId) {
        let program = self.program;
        let callee = program.method(self.calls[call as usize].callee);
        let lambda = &self.lambdas[index as usize];
        let known = program.signature(program.text(lambda.implemented[0]));
        let same_count = known.is_none_or(|known| known.params.len() == callee.params.len());
        let of_interface = program.class(callee.class).is_interface() && !callee.is_private();
        let is_own = of_interface && callee.name == lambda.name && same_count;
        let is_exact = is_own && lambda.implemented.contains(&callee.descriptor);
        if is_own {
            self.call_lambda(call, index);
        }
        if is_exact {
            return;
        }
        let (name, descriptor) = (program.text(callee.name), program.text(callee.descriptor));
        let interfaces = self.objects.lambdas[index as usize].clone();
        let classes = interfaces.iter().copied().chain([program.well_known().object]);
        let found: Vec<MethodId> = classes.filter_map(|class| program.find_method(class, name, descriptor)).collect();
        let mut targets: Vec<MethodId> =
            found.into_iter().filter(|&target| !program.method(target).is_abstract()).collect();
        if targets.is_empty() || callee.is_private() {
            targets.push(callee.id);
        }
        for target in targets {
            self.link(call, target, object);
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
    fn call_lambda(&mut self, call: u32, index: u32) {
        let program = self.program;
        let Call { caller, callee, ref args, result, .. } = self.calls[call as usize];
        let interface = program.method(callee);
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
            _ => slots.push(match given.next() {
                Some((from, _)) if !from.is_ref() => self.boxed(from),
                given => given.map_or(NOWHERE, |(_, node)| node),
            }),
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
            Ok(Constant::Class { .. }) => {
                self.initialize_enum(method, pool, cp);
                Ok(program.well_known().class)
            }
            Ok(Constant::MethodType { .. }) => program.load("java/lang/invoke/MethodType"),
            Ok(Constant::MethodHandle { .. } | Constant::Dynamic { .. }) if is_user => {
                let class = program.class_name(program.method(method).class);
                return self.escape(format!("a method handle or dynamic constant in {class}"));
            }
            _ => return,
        };
        if let Ok(class) = class {
            self.made_by_machine(class, to);
        }
    }

    /// Whoever has the class of an enum can ask for its constants (`EnumSet.allOf`), which initialises it.
    fn initialize_enum(&mut self, method: MethodId, pool: ClassId, cp: u16) {
        let program = self.program;
        let Ok(class) = program.resolve_class(pool, cp) else { return };
        let class = program.element_of(class);
        let is_enum = program.class(class).superclass == Some(program.well_known().enumeration);
        if is_enum && program.class(class).origin == Origin::User {
            self.initialize(Caller::Code(method, 0), class);
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
