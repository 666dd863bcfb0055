//! Calls: which method runs, what it is given, and where exceptions go.
//!
//! The slots say which classes a receiver can have, so a virtual call has one rule per method that
//! can be selected. A lambda is an object of a class of its own whose fields hold what it
//! captured; calling it calls the implementation with those fields first.

use std::collections::BTreeMap;

use heddle_bdd::Bdd;
use heddle_jdk::summaries::{Summary, message_part};
use heddle_program::ir::{CallSite, Callee, Catch, Instr, InvokeKind, NO_REG, Pc, Reg};
use heddle_program::maps::argument_registers;
use heddle_program::{ClassId, MethodId, Origin};

use super::layout::Global;
use super::model::Model;
use super::rules::{Here, Make};
use super::{Lambda, Place, model, word};
use crate::network::{Pass, Rule, Update, Value};
use crate::space::{Bits, Copy, Var};

/// How often a method reference may be to a lambda, or a thread's task a thread, one within the other.
const NESTED: usize = 4;

/// What a receiver's class makes of a call.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Method(MethodId),
    Lambda(ClassId),
}

impl<'p> Make<'_, 'p> {
    pub fn invoke(&mut self, here: &Here<'p>, site: &CallSite) {
        let program = self.java.program;
        let yes = self.space.bdds.yes();
        if site.kind == InvokeKind::Dynamic {
            return self.invoke_dynamic(here, site);
        }
        let Some(method) = self.callee(here, site) else { return };
        if site.kind == InvokeKind::Static {
            let ready = self.initialise(here, program.method(method).class);
            return self.call(here, site, ready, method);
        }
        let receiver = self.reference(site.args[0]);
        self.null_check(here, &receiver);
        let present = self.space.bdds.not(&self.is_null(&receiver));
        if site.kind == InvokeKind::Special {
            return self.call(here, site, present, method);
        }
        let mut rest = present;
        for (target, classes) in self.targets(method, &yes) {
            let guard = self.refers_to(&receiver, &|class| classes.contains(&class));
            rest = self.space.bdds.minus(&rest, &guard);
            match target {
                Target::Method(selected) => self.call(here, site, guard, selected),
                Target::Lambda(class) => {
                    let given: Vec<Bits> =
                        parameters(program, method).into_iter().skip(1).map(|at| self.word(site.args[at])).collect();
                    let guard = self.cast_arguments(here, guard, class, method, &given);
                    let arguments = self.lambda_arguments(class, &receiver).into_iter().chain(given).collect();
                    self.call_lambda(here, guard, class, arguments);
                }
            }
        }
        // Stand-ins, such as for text, are of one class whatever the program takes them for.
        self.outside(rest, &format!("{} of something that is only a stand-in", program.source_method(method)));
    }

    fn callee(&mut self, here: &Here<'p>, site: &CallSite) -> Option<MethodId> {
        let resolved = match site.callee {
            Callee::Method(method) => Ok(method),
            Callee::Pool(cp) => self.java.program.resolve_method(here.code.pool_class, cp),
        };
        match resolved {
            Ok(method) => Some(method),
            Err(error) => {
                self.outside(self.space.bdds.yes(), &error.to_string());
                None
            }
        }
    }

    /// What can be selected, with the classes of receivers that select it.
    fn targets(&mut self, method: MethodId, guard: &Bdd) -> BTreeMap<Target, Vec<ClassId>> {
        let program = self.java.program;
        let holder = program.method(method).class;
        let mut classes: Vec<ClassId> = self.java.layout.slots.iter().flat_map(|slot| slot.classes.clone()).collect();
        classes.sort_unstable();
        classes.dedup();
        let mut targets: BTreeMap<Target, Vec<ClassId>> = BTreeMap::new();
        for class in classes.into_iter().filter(|&class| program.is_subtype(class, holder)) {
            let target = if self.is_body_of(class, method) {
                Target::Lambda(class)
            } else {
                match program.select(class, method) {
                    Ok(selected) => Target::Method(selected),
                    Err(error) => {
                        self.outside(guard.clone(), &error.to_string());
                        continue;
                    }
                }
            };
            targets.entry(target).or_default().push(class);
        }
        targets
    }

    /// Whether a lambda's body is what a method of its interface does: its one abstract method, not one that
    /// redeclares a method of `Object`.
    fn is_body_of(&self, class: ClassId, method: MethodId) -> bool {
        let declared = self.java.program.method(method);
        let name = self.java.program.text(declared.name);
        let called = self.java.lambdas.get(&class).map(|lambda| &lambda.called);
        declared.is_abstract() && called.is_some_and(|(by, types)| by == name && types.len() == declared.params.len())
    }

    /// Calls a method, or does what its model says.
    pub fn call(&mut self, here: &Here<'p>, site: &CallSite, guard: Bdd, method: MethodId) {
        if self.space.bdds.is_false(&guard) {
            return;
        }
        if let Some(model) = model::find(self.java.program, method).or_else(|| self.message_part(here, method)) {
            let outer = std::mem::replace(&mut self.within, guard);
            self.run_model(here, site, method, model);
            self.within = outer;
            return;
        }
        let outer = std::mem::replace(&mut self.within, guard);
        self.call_code(here, site, method);
        self.within = outer;
    }

    /// A call by which the JDK puts together the message of an exception that it throws next. To keep it a text of which
    /// nothing is known is right for any text; for these it saves all the numbers in them.
    fn message_part(&self, here: &Here<'p>, method: MethodId) -> Option<Model> {
        let program = self.java.program;
        let called = program.method(method);
        let part =
            message_part(program.class_name(called.class), program.text(called.name), program.text(called.descriptor));
        let caller = program.method(here.method).class;
        let is_message = part.is_some() && program.class(caller).origin == Origin::Jdk && throws_next(here);
        part.filter(|_| is_message).map(Model::Of)
    }

    /// Calls a method that is executed.
    pub fn call_code(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId) {
        let places = parameters(self.java.program, method);
        let arguments = places.into_iter().map(|at| (at, self.word(site.args[at]))).collect::<Vec<_>>();
        self.push(here, self.within.clone(), method, arguments);
    }

    /// Suspends this frame and enters a method; arguments go to registers.
    pub fn push(&mut self, here: &Here<'p>, guard: Bdd, method: MethodId, arguments: Vec<(usize, Bits)>) {
        if self.enterable(&guard, method).is_none() {
            return;
        }
        let (from, to) = (self.java.order(here.method), self.java.order(method));
        if to <= from {
            self.java.recursive.insert(method);
        }
        let maps = here.code.live_maps(self.java.program);
        let kept = self.java.kept(here.code, here.pc);
        let mut dead: Vec<Var> = maps
            .live(here.pc)
            .iter()
            .filter(|live| !kept.iter().any(|kept| kept.reg() == live.reg()))
            .map(|live| self.register(live.reg()))
            .collect();
        dead.push(self.java.layout.exception());
        let arguments: Vec<(Var, Bits)> =
            arguments.into_iter().map(|(at, bits)| (self.register(at as Reg), bits)).collect();
        let site = self.java.labels.number(Place::Calling(here.method, here.pc));
        self.push_rule(guard, method, site, &arguments, dead);
    }

    /// Whether a method has code and the layout enough registers; says what is missing otherwise.
    pub fn enterable(&mut self, guard: &Bdd, method: MethodId) -> Option<()> {
        let outer = std::mem::replace(&mut self.within, guard.clone());
        let code = self.code(method);
        self.within = outer;
        code.map(|_| ())
    }

    fn push_rule(&mut self, guard: Bdd, method: MethodId, site: u32, arguments: &[(Var, Bits)], dead: Vec<Var>) {
        let guard = self.space.bdds.and(&guard, &self.within);
        let to = self.java.entry_label(method);
        let update = Update::new(self.space, guard, &[], []);
        self.out.push(Rule::Call { to, site, update, pass: Pass::new(self.space, arguments, dead) });
    }

    /// The method of a started thread's object, below nothing.
    pub fn run_thread(&mut self, guard: Bdd, object: Bits, site: u32) {
        let program = self.java.program;
        let Ok(runnable) = program.load("java/lang/Runnable") else { return };
        let Some(run) = program.find_method(runnable, "run", "()V") else { return };
        let of_thread = program.find_method(program.well_known().thread, "run", "()V");
        let (mut guard, mut object) = (guard, object);
        // A thread may be made of a thread, whose task it runs then.
        for _ in 0..NESTED {
            let mut of_task = self.space.bdds.no();
            for (target, classes) in self.targets(run, &guard) {
                let here = self.space.bdds.and(&guard, &self.refers_to(&object, &|class| classes.contains(&class)));
                match target {
                    Target::Method(selected) if Some(selected) == of_thread => of_task = here,
                    target => self.enter_run(here, target, &object, site),
                }
            }
            let task = self.task(&object);
            let none = self.space.bdds.and(&of_task, &self.is_null(&task));
            guard = self.space.bdds.minus(&of_task, &none);
            self.step(none, Place::Ending(self.thread), &[], []);
            if self.space.bdds.is_false(&guard) {
                return;
            }
            object = task;
        }
        self.outside(guard, "threads made of threads, more than a few");
    }

    fn enter_run(&mut self, guard: Bdd, target: Target, receiver: &[Bdd], site: u32) {
        match target {
            Target::Method(method) => {
                if model::find(self.java.program, method).is_none() && self.enterable(&guard, method).is_some() {
                    let arguments = [(self.register(0), receiver.to_vec())];
                    self.push_rule(guard, method, site, &arguments, vec![]);
                }
            }
            Target::Lambda(class) => {
                let lambda = self.java.lambdas[&class].clone();
                let guard = self.space.bdds.minus(&guard, &self.lambda_waits(class));
                let arguments = self.lambda_arguments(class, receiver);
                if lambda.selects {
                    return self.enter_selected(guard, &lambda, arguments, site);
                }
                let fresh = self.lambda_begins(class);
                self.outside(
                    self.space.bdds.and(&guard, &fresh),
                    "a thread that begins with the initialisation of a class",
                );
                let guard = self.space.bdds.minus(&guard, &fresh);
                self.enter_implementation(guard, lambda.implementation, arguments, site);
            }
        }
    }

    fn enter_implementation(&mut self, guard: Bdd, method: MethodId, arguments: Vec<Bits>, site: u32) {
        if self.enterable(&guard, method).is_none() {
            return;
        }
        let places = parameters(self.java.program, method);
        let arguments: Vec<(Var, Bits)> =
            places.into_iter().zip(arguments).map(|(at, bits)| (self.register(at as Reg), bits)).collect();
        self.push_rule(guard, method, site, &arguments, vec![]);
    }

    /// A method reference to a virtual method, as the task of a thread.
    fn enter_selected(&mut self, guard: Bdd, lambda: &Lambda, arguments: Vec<Bits>, site: u32) {
        let Some(mut receiver) = arguments.first().cloned() else { return };
        receiver.truncate(self.java.layout.ref_bits() as usize);
        for (target, classes) in self.targets(lambda.implementation, &guard) {
            let is = self.refers_to(&receiver, &|class| classes.contains(&class));
            let here = self.space.bdds.and(&guard, &is);
            match target {
                Target::Method(method) => self.enter_implementation(here, method, arguments.clone(), site),
                Target::Lambda(_) => self.outside(here, "method references to lambdas"),
            }
        }
    }

    /// When the class that has a lambda's body is to be initialised first.
    fn lambda_begins(&mut self, class: ClassId) -> Bdd {
        let implementation = self.java.program.method(self.java.lambdas[&class].implementation);
        if implementation.is_static() { self.is_fresh(implementation.class) } else { self.space.bdds.no() }
    }

    /// When the class that has a lambda's body is being initialised by another thread.
    fn lambda_waits(&mut self, class: ClassId) -> Bdd {
        let implementation = self.java.program.method(self.java.lambdas[&class].implementation);
        if implementation.is_static() { self.initialised_elsewhere(implementation.class) } else { self.space.bdds.no() }
    }

    /// When a thread that has been started cannot begin.
    pub fn start_waits(&mut self, object: &[Bdd]) -> Bdd {
        let b = self.space.bdds.clone();
        let task = self.task(object);
        let lambdas: Vec<ClassId> = self.java.lambdas.keys().copied().collect();
        lambdas.into_iter().fold(b.no(), |waits, class| {
            let is_task = self.refers_to(&task, &|other| other == class);
            b.or(&waits, &b.and(&is_task, &self.lambda_waits(class)))
        })
    }

    /// The task that a thread was made with.
    pub fn task(&self, object: &[Bdd]) -> Bits {
        let b = &self.space.bdds;
        let width = self.java.layout.ref_bits();
        let Some(field) = model::task_field(self.java.program) else { return self.number(0, width) };
        let place = self.java.program.field(field).place;
        let cases: Vec<(Bdd, Bits)> = (0..self.java.layout.slots.len())
            .map(|slot| (self.points_to(object, slot), self.read(Global::Cell(slot, place), width)))
            .collect();
        word::select(b, &cases, width)
    }

    /// What a lambda captured.
    fn lambda_arguments(&self, class: ClassId, receiver: &[Bdd]) -> Vec<Bits> {
        let program = self.java.program;
        let fields = program.class(class).layout.fields.clone();
        let captures = self.java.lambdas[&class].captures;
        fields.iter().take(captures).map(|&field| self.field_of(field, class, receiver)).collect()
    }

    fn field_of(&self, field: heddle_program::FieldId, class: ClassId, receiver: &[Bdd]) -> Bits {
        let (ty, place) = (self.java.program.field(field).ty, self.java.program.field(field).place);
        let width = self.java.layout.width(ty);
        let cases: Vec<(Bdd, Bits)> = (0..self.java.layout.slots.len())
            .filter(|&slot| self.java.layout.slots[slot].classes.contains(&class))
            .map(|slot| (self.points_to(receiver, slot), self.read(Global::Cell(slot, place), width)))
            .collect();
        self.extended(&word::select(&self.space.bdds, &cases, width), ty, self.register_bits(ty))
    }

    /// A lambda may be called by a method of a more general interface: then its arguments are cast first. Answers when
    /// that succeeds.
    fn cast_arguments(&mut self, here: &Here<'p>, guard: Bdd, class: ClassId, by: MethodId, arguments: &[Bits]) -> Bdd {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let types = self.java.lambdas[&class].called.1.clone();
        let mut guard = guard;
        for ((&from, to), argument) in program.method(by).params.iter().zip(types).zip(arguments) {
            if from == to || !to.is_ref() {
                continue;
            }
            let Ok(wanted) = program.class_of_type(to) else {
                self.outside(guard, "a lambda whose arguments are of a class that cannot be loaded");
                return b.no();
            };
            let mut reference = argument.clone();
            reference.truncate(self.java.layout.ref_bits() as usize);
            let right = self.refers_to(&reference, &|class| program.is_subtype(class, wanted));
            let wrong = b.minus(&guard, &b.or(&right, &self.is_null(&reference)));
            self.throw_within(here, wrong.clone(), "java/lang/ClassCastException");
            guard = b.minus(&guard, &wrong);
        }
        guard
    }

    /// Calls what a lambda stands for, which may be another lambda.
    fn call_lambda(&mut self, here: &Here<'p>, guard: Bdd, class: ClassId, arguments: Vec<Bits>) {
        let mut open = vec![(guard, class, arguments)];
        for _ in 0..NESTED {
            for (guard, class, arguments) in std::mem::take(&mut open) {
                open.extend(self.call_implementation(here, guard, class, arguments));
            }
        }
        for (guard, ..) in open {
            self.outside(guard, "method references to lambdas, more than a few");
        }
    }

    /// Calls the implementation of a lambda; those that are lambdas themselves are left to the caller.
    fn call_implementation(
        &mut self,
        here: &Here<'p>,
        guard: Bdd,
        class: ClassId,
        arguments: Vec<Bits>,
    ) -> Vec<(Bdd, ClassId, Vec<Bits>)> {
        let lambda = self.java.lambdas[&class].clone();
        let mut further = Vec::new();
        if self.space.bdds.is_false(&guard) {
            return further;
        }
        let mut methods = Vec::new();
        if lambda.selects {
            let Some(receiver) = arguments.first().cloned() else { return further };
            let mut reference = receiver.clone();
            reference.truncate(self.java.layout.ref_bits() as usize);
            let null = self.space.bdds.and(&guard, &self.is_null(&reference));
            self.throw_within(here, null, super::instr::NULL_POINTER);
            for (target, classes) in self.targets(lambda.implementation, &guard) {
                let is = self.refers_to(&reference, &|class| classes.contains(&class));
                let guard = self.space.bdds.and(&guard, &is);
                match target {
                    Target::Method(method) => methods.push((method, guard)),
                    Target::Lambda(inner) => {
                        let captured = self.lambda_arguments(inner, &reference);
                        let guard = self.cast_arguments(here, guard, inner, lambda.implementation, &arguments[1..]);
                        let rest = arguments.iter().skip(1).cloned();
                        further.push((guard, inner, captured.into_iter().chain(rest).collect()));
                    }
                }
            }
        } else {
            let mut ready = guard;
            let implementation = self.java.program.method(lambda.implementation);
            if implementation.is_static() {
                let outer = std::mem::replace(&mut self.within, ready.clone());
                let initialised = self.initialise(here, implementation.class);
                self.within = outer;
                ready = self.space.bdds.and(&ready, &initialised);
            }
            methods.push((lambda.implementation, ready));
        }
        for (method, guard) in methods {
            if model::find(self.java.program, method).is_some() {
                self.outside(guard, "method references to what has a summary");
                continue;
            }
            let arguments = parameters(self.java.program, method).into_iter().zip(arguments.clone()).collect();
            self.push(here, guard, method, arguments);
        }
        further
    }

    /// Takes an exception to the first handler that wants it, or out of the method.
    pub fn dispatch(&mut self, here: &Here<'p>) {
        let program = self.java.program;
        let b = self.space.bdds.clone();
        let var = self.java.layout.exception();
        let mut exception = self.space.bits(var, Copy::Now);
        exception.truncate(self.java.layout.ref_bits() as usize);
        let mut rest = b.yes();
        for handler in here.code.handlers_at(here.pc) {
            let caught = match handler.catch {
                Catch::Any => rest.clone(),
                Catch::Pool(cp) => {
                    let class = match program.resolve_class(here.code.pool_class, cp) {
                        Ok(class) => class,
                        Err(error) => return self.outside(rest, &error.to_string()),
                    };
                    b.and(&rest, &self.refers_to(&exception, &|other| program.is_subtype(other, class)))
                }
            };
            rest = b.minus(&rest, &caught);
            let assign = if handler.dest == NO_REG {
                vec![]
            } else {
                vec![(self.register(handler.dest), Value::Is(exception.clone()))]
            };
            self.go(here, caught, handler.target, assign);
        }
        if !b.is_false(&rest) {
            self.leave(here.method, rest, true, Some(exception));
        }
    }

    /// When others can notice a call.
    pub fn is_visible_call(&mut self, here: &Here<'p>, site: &CallSite) -> Bdd {
        let model = self.model_of(here, site);
        if model.is_none() && site.kind == InvokeKind::Static {
            let class = self.resolved(here, site).map(|method| self.java.program.method(method).class);
            return class.map_or_else(|| self.space.bdds.no(), |class| self.initialises(class));
        }
        if model.is_none() && matches!(site.kind, InvokeKind::Virtual | InvokeKind::Interface) {
            return self.selects_visible(here, site);
        }
        let b = &self.space.bdds;
        match model {
            Some(Model::Of(Summary::IsInterrupted)) if !self.java.layout.interrupts => b.no(),
            Some(model) if model.is_visible() => match model.object() {
                Some(at) => self.is_shared(&self.reference(site.args[at])),
                None => b.yes(),
            },
            _ => b.no(),
        }
    }

    /// When a call selects a method with a summary that others can notice, though the method that it names has none.
    fn selects_visible(&mut self, here: &Here<'p>, site: &CallSite) -> Bdd {
        let b = self.space.bdds.clone();
        let mut visible = b.no();
        let Some(method) = self.resolved(here, site) else { return visible };
        let receiver = self.reference(site.args[0]);
        for (target, classes) in self.targets(method, &b.no()) {
            let Target::Method(selected) = target else { continue };
            let model = model::find(self.java.program, selected).filter(|model| model.is_visible());
            let Some(model) = model else { continue };
            let is = self.refers_to(&receiver, &|class| classes.contains(&class));
            let shared = match model.object() {
                Some(at) => self.is_shared(&self.reference(site.args[at])),
                None => b.yes(),
            };
            visible = b.or(&visible, &b.and(&is, &shared));
        }
        visible
    }

    pub fn model_of(&mut self, here: &Here<'p>, site: &CallSite) -> Option<model::Model> {
        model::find(self.java.program, self.resolved(here, site)?)
    }

    /// The method that a call names.
    fn resolved(&self, here: &Here<'p>, site: &CallSite) -> Option<MethodId> {
        match site.callee {
            _ if site.kind == InvokeKind::Dynamic => None,
            Callee::Method(method) => Some(method),
            Callee::Pool(cp) => self.java.program.resolve_method(here.code.pool_class, cp).ok(),
        }
    }

    /// When a call goes to a lambda whose body is in a class that another thread initialises.
    fn lambda_blocks(&mut self, site: &CallSite) -> Option<Bdd> {
        if !matches!(site.kind, InvokeKind::Interface | InvokeKind::Virtual) || self.java.lambdas.is_empty() {
            return None;
        }
        let b = self.space.bdds.clone();
        let receiver = self.reference(site.args[0]);
        let lambdas: Vec<ClassId> = self.java.lambdas.keys().copied().collect();
        let waits = lambdas.into_iter().fold(b.no(), |waits, class| {
            let elsewhere = self.lambda_waits(class);
            b.or(&waits, &b.and(&elsewhere, &self.refers_to(&receiver, &|other| other == class)))
        });
        (!b.is_false(&waits)).then_some(waits)
    }

    /// When a call cannot go on.
    pub fn call_blocks(&mut self, here: &Here<'p>, site: &CallSite) -> Option<Bdd> {
        if let Some(model) = self.model_of(here, site) {
            let b = self.space.bdds.clone();
            return match (model, model.limit()) {
                (Model::Of(Summary::Join), _) => Some(self.join_waits(site.args[0], &b.no())),
                (Model::Of(Summary::Acquire), _) => Some(self.acquire_waits(site)),
                (Model::Of(Summary::JoinTimed(_)), Some(limit)) => {
                    let (wrong, timed) = self.time_limit(here, &site.args, limit);
                    Some(b.minus(&self.join_waits(site.args[0], &timed), &wrong))
                }
                _ => None,
            };
        }
        if site.kind != InvokeKind::Static {
            return self.lambda_blocks(site);
        }
        let class = self.java.program.method(self.resolved(here, site)?).class;
        let is_user = self.java.program.class(class).origin == Origin::User;
        is_user.then(|| self.initialised_elsewhere(class))
    }
}

/// Whether an exception is thrown after an instruction, with no other way to go.
fn throws_next(here: &Here<'_>) -> bool {
    let mut at = here.pc + 1;
    while let Some(instr) = here.code.instrs.get(at as usize) {
        if let Instr::Throw { .. } = instr {
            return true;
        }
        let mut next: Vec<Pc> = Vec::new();
        instr.successors(at, here.code, |to| next.push(to));
        if next != [at + 1] {
            return false;
        }
        at += 1;
    }
    false
}

/// The registers of a method's parameters, receiver included.
pub(super) fn parameters(program: &heddle_program::Program, method: MethodId) -> Vec<usize> {
    argument_registers(program.method(method)).iter().map(|param| usize::from(param.reg())).collect()
}
