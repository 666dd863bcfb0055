//! Methods that the machine executes itself: their declared effects become accesses, calls and copies.
//!
//! No native is known here by its name: the row of the platform's table declares what it does
//! ([`heddle_program::effect`]). A native without a row cannot be executed, and a run that gets to one
//! ends as *unknown*; so it may count as doing nothing, and [`crate::Facts::without_summary`] lists it.
//! What the analysis cannot follow when the *user's* code asks for it (reflection, method handles,
//! serialisation) is listed in [`Solver::escapes_analysis`].

use heddle_jdk::{collections, opaque};
use heddle_program::effect::{Calls, Effect, Place, Source};
use heddle_program::ir::Pc;
use heddle_program::{ClassId, FieldId, MethodId, Origin, Program};

use crate::graph::{NOWHERE, Node, Use};
use crate::objects::Made;
use crate::solve::{Act, Call, Caller, Solver, class_of_reference};

impl Solver<'_, '_> {
    /// Adds what a native does.
    pub(crate) fn describe_native(&mut self, method: MethodId, effect: &Effect) {
        for (place, writes) in effect.places() {
            self.touch(method, place, writes);
        }
        for (source, place) in effect.flows() {
            match place {
                None => self.give_result(method, source),
                Some(place) => self.store(method, source, place),
            }
        }
        self.follow(method, effect.calls);
        for method in self.own_code_if_called(method) {
            self.read_own_code(method);
        }
    }

    fn touch(&mut self, method: MethodId, place: Place, writes: bool) {
        let program = self.program;
        let slot = |slot: u8| self.bodies[&method].parameter(slot.into());
        let act = match place {
            Place::Elements(array) | Place::Range(array, ..) => Act::Element { base: slot(array), writes },
            Place::Any(object) => Act::Any { base: slot(object), writes },
            Place::Monitor(object) => Act::Lock { base: slot(object) },
            Place::Field(object, name) => {
                let base = slot(object);
                let class = self.class_of_slot(method, object);
                let Some(field) = class.and_then(|class| program.find_field(class, name)) else { return };
                Act::Field { field, base, writes }
            }
            Place::Static(class, name) => {
                let Some(field) = self.named_field(class, name) else { return };
                Act::Static { field, writes }
            }
            Place::OfAll(class, name) => {
                let Some(field) = self.named_field(class, name) else { return };
                let base = self.all_of(program.field(field).class);
                Act::Field { field, base, writes }
            }
            Place::Everything => Act::Unknown,
            // No field or element: whoever uses these stops before every other thread that does.
            Place::Files | Place::OffHeap | Place::Scheduling | Place::Thrown => return,
        };
        self.act(method, 0, act);
    }

    fn named_field(&self, class: &str, name: &str) -> Option<FieldId> {
        self.program.load(class).ok().and_then(|class| self.program.find_field(class, name))
    }

    /// The declared class of an argument.
    fn class_of_slot(&self, method: MethodId, slot: u8) -> Option<ClassId> {
        let info = self.program.method(method);
        let mut at = 0;
        if !info.is_static() {
            if slot == 0 {
                return Some(info.class);
            }
            at = 1;
        }
        for &param in &info.params {
            if at == u16::from(slot) {
                return class_of_reference(self.program, param);
            }
            at += param.slots();
        }
        None
    }

    /// A node with what a source gives; `None` is something fresh of the declared type.
    fn from(&mut self, method: MethodId, source: Source) -> Option<Node> {
        let program = self.program;
        let slot = |slot: u8| self.bodies[&method].parameter(slot.into());
        Some(match source {
            Source::Fresh => return None,
            Source::Null => NOWHERE,
            Source::Argument(at) => slot(at),
            Source::ElementOf(at) => {
                let (base, to) = (slot(at), self.graph.add_nodes(1));
                self.on(base, Use::LoadElement { to });
                to
            }
            Source::ContentOf(at) => {
                let (base, to) = (slot(at), self.graph.add_nodes(1));
                self.on(base, Use::LoadAny { to });
                to
            }
            Source::Made => {
                let to = self.graph.add_nodes(1);
                self.reflective_array(to);
                to
            }
            Source::CurrentThread => self.all_of(program.well_known().thread),
            Source::Existing(class) => match program.load(class) {
                Ok(class) => self.all_of(class),
                Err(_) => NOWHERE,
            },
            Source::ArrayOfExisting(class) => {
                let to = self.graph.add_nodes(1);
                self.reflective_array(to);
                if let Ok(class) = program.load(class) {
                    let all = self.all_of(class);
                    self.on(to, Use::StoreElement { from: all });
                }
                to
            }
        })
    }

    fn give_result(&mut self, method: MethodId, source: Source) {
        match self.from(method, source) {
            Some(from) => {
                let result = self.bodies[&method].result();
                self.copy(from, result);
            }
            None => self.fresh_result(method),
        }
    }

    fn store(&mut self, method: MethodId, source: Source, place: Place) {
        let program = self.program;
        let Some(from) = self.from(method, source).filter(|&from| from != NOWHERE) else { return };
        let slot = |slot: u8| self.bodies[&method].parameter(slot.into());
        match place {
            Place::Elements(array) | Place::Range(array, ..) => self.on(slot(array), Use::StoreElement { from }),
            Place::Any(object) => self.on(slot(object), Use::StoreAny { from }),
            Place::Field(object, name) => {
                let base = slot(object);
                let class = self.class_of_slot(method, object);
                if let Some(field) = class.and_then(|class| program.find_field(class, name)) {
                    self.on(base, Use::Store { field, from });
                }
            }
            Place::Static(class, name) => {
                if let Some(field) = self.named_field(class, name) {
                    let to = self.static_node(field);
                    self.copy(from, to);
                }
            }
            Place::Thrown => self.copy(from, self.thrown),
            Place::OfAll(..) | Place::Monitor(_) | Place::Scheduling | Place::Files | Place::OffHeap => {}
            Place::Everything => self.act(method, 0, Act::Unknown),
        }
    }

    fn follow(&mut self, method: MethodId, calls: Calls) {
        let program = self.program;
        let caller = Caller::Code(method, 0);
        let this = self.bodies[&method].parameter(0);
        match calls {
            Calls::Nothing => {}
            Calls::OwnCode => self.read_own_code(method),
            Calls::OwnCodeAfter(classes) => {
                for class in classes.iter().filter_map(|class| program.load(class).ok()) {
                    self.initialize(caller, class);
                }
                self.read_own_code(method);
            }
            Calls::OwnCodeIfCalled(methods) => {
                let is_one = |&&method: &&MethodId| methods.contains(&self.name_of(method));
                match self.reached.iter().find(is_one) {
                    Some(_) => self.read_own_code(method),
                    None => self.if_called.push((methods, method)),
                }
            }
            Calls::Static(class, name, descriptor) => {
                let class = program.load(class).ok();
                if let Some(target) = class.and_then(|class| program.find_method(class, name, descriptor)) {
                    self.call_exactly(caller, target, &[], NOWHERE);
                }
            }
            Calls::Start => {
                let call =
                    Call { caller, callee: method, args: vec![this], result: NOWHERE, exact: false, label: None };
                self.calls.push(call);
                self.on(this, Use::Start(self.calls.len() as u32 - 1));
            }
            Calls::Print => {
                let array = self.bodies[&method].parameter(1);
                self.copy_and_print(method, program.text(program.method(method).descriptor), array);
                self.on(this, Use::Replaced(method));
            }
            Calls::Format(slot) => {
                let arguments = self.bodies[&method].parameter(slot.into());
                self.format(method, arguments);
                self.on(this, Use::Replaced(method));
            }
            Calls::Anything => {
                self.act(method, 0, Act::Unknown);
                if let Some(class) = class_of_reference(program, program.method(method).result) {
                    let all = self.all_of(class);
                    let result = self.bodies[&method].result();
                    self.copy(all, result);
                }
            }
        }
    }

    /// Class and name of a method.
    fn name_of(&self, method: MethodId) -> (&str, &str) {
        let info = self.program.method(method);
        (self.program.class_name(info.class), self.program.text(info.name))
    }

    /// The machine runs something of its own and then, or sometimes instead, the method's code.
    fn read_own_code(&mut self, method: MethodId) {
        if !is_opaque(self.program, method) {
            self.read_also(method);
        }
    }

    /// Natives that run their own code because this method is called.
    fn own_code_if_called(&mut self, called: MethodId) -> Vec<MethodId> {
        if self.if_called.is_empty() {
            return Vec::new();
        }
        let name = self.name_of(called);
        let (now, later): (Vec<_>, Vec<_>) =
            self.if_called.iter().copied().partition(|(methods, _)| methods.contains(&name));
        self.if_called = later;
        now.into_iter().map(|(_, method)| method).collect()
    }

    /// The machine itself changes a field of threads: interrupts are taken by whoever waits, the
    /// status changes at the end.
    pub(crate) fn writes_thread_field(&mut self, method: MethodId, name: &str) {
        let program = self.program;
        let thread = program.well_known().thread;
        let holder = program.load("java/lang/Thread$FieldHolder").ok();
        for class in [Some(thread), holder].into_iter().flatten() {
            if let Some(field) = program.find_field(class, name) {
                let base = self.all_of(class);
                self.act(method, 0, Act::Field { field, base, writes: true });
            }
        }
    }

    /// A call of a signature-polymorphic method. What a `VarHandle` accesses is some field or
    /// element of its first coordinate; what a `MethodHandle` does is unknown.
    pub(crate) fn call_handle(&mut self, caller: MethodId, pc: Pc, target: MethodId, args: &[Node], result: Node) {
        let program = self.program;
        let info = program.method(target);
        let coordinate = args.get(1).copied().unwrap_or(NOWHERE);
        if program.class_name(info.class) != "java/lang/invoke/VarHandle" || coordinate == NOWHERE {
            return self.act(caller, pc, Act::Unknown);
        }
        let name = program.text(info.name);
        let writes = !name.starts_with("get") || name.contains("And");
        self.act(caller, pc, Act::Any { base: coordinate, writes });
        for &from in args.iter().skip(2).filter(|&&arg| arg != NOWHERE) {
            self.on(coordinate, Use::StoreAny { from });
        }
        if result != NOWHERE {
            self.on(coordinate, Use::LoadAny { to: result });
        }
    }

    /// Formatting to a standard stream: a formatter of the JDK does it.
    fn format(&mut self, method: MethodId, arguments: Node) {
        let program = self.program;
        let Ok(class) = program.load("java/util/Formatter") else { return };
        let formatter = self.graph.add_nodes(2);
        let object = self.object(class, Made::Merged);
        self.give(formatter, object);
        self.made_by_machine(program.well_known().string, formatter + 1);
        let format = "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/util/Formatter;";
        let steps = [
            ("<init>", "(Ljava/lang/Appendable;)V", vec![formatter, NOWHERE]),
            ("format", format, vec![formatter, formatter + 1, arguments]),
            ("toString", "()Ljava/lang/String;", vec![formatter]),
        ];
        for (name, descriptor, args) in steps {
            if let Some(target) = program.find_method(class, name, descriptor) {
                self.call_exactly(Caller::Code(method, 0), target, &args, NOWHERE);
            }
        }
    }

    /// Printing an array that others can reach: it is copied first.
    fn copy_and_print(&mut self, method: MethodId, descriptor: &str, array: Node) {
        let program = self.program;
        let string = program.well_known().string;
        let caller = Caller::Code(method, 0);
        if descriptor == "([C)V" {
            let text = self.graph.add_nodes(1);
            self.made_by_machine(string, text);
            if let Some(target) = program.find_method(string, "<init>", descriptor) {
                self.call_exactly(caller, target, &[text, array], NOWHERE);
            }
        } else if descriptor == "([BII)V"
            && let Ok(arrays) = program.load("java/util/Arrays")
            && let Some(target) = program.find_method(arrays, "copyOfRange", "([BII)[B")
        {
            self.call_exactly(caller, target, &[array, NOWHERE, NOWHERE], NOWHERE);
        }
    }

    pub(crate) fn fresh_result(&mut self, method: MethodId) {
        let result = self.bodies[&method].result();
        if let Some(class) = class_of_reference(self.program, self.program.method(method).result) {
            self.made_by_machine(class, result);
        }
    }

    fn reflective_array(&mut self, to: Node) {
        let class = self.program.array_of(self.program.well_known().object);
        let array = self.object(class, Made::Reflective);
        self.give(to, array);
    }

    /// Why the analysis cannot follow a call of the user's code, if it cannot.
    pub(crate) fn escapes_analysis(&self, target: MethodId) -> Option<String> {
        let program = self.program;
        let info = program.method(target);
        let class = program.class_name(info.class);
        let name = program.text(info.name);
        let escapes = opaque::escapes(class, name).unwrap_or_else(|| is_opaque(program, target));
        escapes.then(|| format!("the program calls {}.{name}", class.replace('/', ".")))
    }
}

/// Whether objects of a class are made only if something calls `Arrays.parallelSort`: else the
/// parallelism that `DualPivotQuicksort` is asked for is 0.
pub fn sorts_in_parallel(program: &Program, class: ClassId) -> bool {
    program.class(class).origin == Origin::Jdk && collections::is_of_parallel_sort(program.class_name(class))
}

pub fn is_parallel_sort(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    collections::sorts_in_parallel(program.class_name(info.class), program.text(info.name))
}

/// Whether a method belongs to a part of the JDK that is not read.
pub fn is_opaque(program: &Program, method: MethodId) -> bool {
    let info = program.method(method);
    is_opaque_class(program, info.class)
        || opaque::is_opaque_method(program.class_name(info.class), program.text(info.name))
}

pub fn is_opaque_class(program: &Program, class: ClassId) -> bool {
    program.class(class).origin == Origin::Jdk && opaque::is_opaque_class(program.class_name(class))
}
