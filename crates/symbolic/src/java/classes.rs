//! The initialisation of classes, with the lock of JLS 12.4.2 and JVMS 5.5: a class is claimed, then its superclass
//! and those superinterfaces that have default methods are initialised, then the class itself.
//!
//! A class and the superclasses that nobody has claimed yet are claimed at once: another thread that comes in between
//! could as well have come before. If an initialiser throws, its class and those that are claimed below it are
//! unusable from then on: whoever needs one gets a `NoClassDefFoundError`.

use std::rc::Rc;

use heddle_bdd::Bdd;
use heddle_program::ir::{Callee, Instr, Pc};
use heddle_program::{ClassId, MethodId, Origin as From, Program};

use super::layout::{Fact, Global, Origin};
use super::rules::{Here, Make};
use super::{Need, Place, word};
use crate::network::{Pass, Rule, Update, Value};
use crate::space::{Bits, Copy, Var};

/// What is thrown where a class is needed whose initialiser has failed.
pub(super) const UNUSABLE: &str = "java/lang/NoClassDefFoundError";

/// What the initialisation of a class comes down to. Classes whose initialisers do nothing are left out.
pub(super) struct Initialisation {
    /// The class and its superclasses, upwards; empty if there is nothing to do.
    chain: Vec<ClassId>,
    /// The superinterfaces of the class itself that have default methods, in their order.
    interfaces: Vec<ClassId>,
}

impl<'p> Make<'_, 'p> {
    /// Runs the initialisers that an access to a class needs; answers when there are none left.
    /// Classes of the JDK have theirs run only for the sake of their statics: nothing else of what
    /// they do can be noticed.
    pub fn initialise(&mut self, here: &Here<'p>, class: ClassId) -> Bdd {
        if self.java.program.class(class).origin == From::Jdk {
            self.space.bdds.yes()
        } else {
            self.initialise_for_statics(here, class)
        }
    }

    pub fn initialise_for_statics(&mut self, here: &Here<'p>, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        let initialisation = self.initialisation(class);
        let chain = &initialisation.chain;
        if chain.is_empty() {
            return b.yes();
        }
        let Some(states) = self.states_of(chain) else { return b.no() };
        let Some(interfaces) = self.states_of(&initialisation.interfaces) else { return b.no() };
        let failed = self.has_failed(&states[0]);
        self.throw(here, failed, UNUSABLE);
        let above = states.get(1).into_iter().chain(&interfaces);
        let above = above.fold(b.yes(), |all, state| b.and(&all, &self.is_ready(state)));
        let mut fresh = word::is(&b, &states[0], 0);
        self.run_initialiser(b.and(&fresh, &above), here.method, here.pc, Need { class, claimed: None });
        fresh = b.minus(&fresh, &above);
        let mut claims = Vec::new();
        for (at, state) in states.iter().enumerate() {
            let claimed = self.number(self.claimed(), state.len() as u32);
            claims.push((self.global(Global::Initialised(chain[at])), claimed));
            let further = states.get(at + 1).map_or_else(|| b.no(), |state| word::is(&b, state, 0));
            let assign: Vec<_> = claims.iter().map(|(var, bits)| (*var, Value::Is(bits.clone()))).collect();
            let place = Place::Claimed(here.method, here.pc, [chain[at], class]);
            self.step(b.minus(&fresh, &further), place, &assign, []);
            fresh = b.and(&fresh, &further);
        }
        self.is_ready(&states[0])
    }

    /// The variables of classes; asks for one that is missing.
    fn states_of(&mut self, classes: &[ClassId]) -> Option<Vec<Bits>> {
        let mut states = Vec::new();
        for &class in classes {
            let Some(var) = self.java.layout.var(Global::Initialised(class)) else {
                self.lacks(self.space.bdds.yes(), Fact::Initialised(class));
                return None;
            };
            states.push(self.space.bits(var, Copy::Now));
        }
        Some(states)
    }

    /// What says that this thread has claimed a class.
    fn claimed(&self) -> i64 {
        (2 + self.java.layout.sizes.threads + self.thread) as i64
    }

    /// What says that nobody can use a class any more.
    fn failure(&self) -> i64 {
        2 + 2 * self.java.layout.sizes.threads as i64
    }

    fn has_failed(&self, state: &[Bdd]) -> Bdd {
        word::is(&self.space.bdds, state, self.failure())
    }

    /// Classes that cannot be used any more when the initialiser of one throws: it, and those that wait for it.
    fn failing(&mut self, need: Need) -> Vec<ClassId> {
        let Some([at, class]) = need.claimed else { return vec![need.class] };
        let chain = &self.initialisation(class).chain;
        let claimed = chain.iter().position(|&id| id == at).map_or(0, |last| last + 1);
        let mut all = chain[..claimed].to_vec();
        if !all.contains(&need.class) {
            all.push(need.class);
        }
        all
    }

    fn marked_failed(&mut self, classes: &[ClassId]) -> Vec<(Var, Value)> {
        let mark = |&class: &ClassId| {
            let var = self.global(Global::Initialised(class));
            (var, Value::Is(self.number(self.failure(), self.space.width(var))))
        };
        classes.iter().map(mark).collect()
    }

    /// An initialiser has thrown: an exception that is no `Error` is wrapped into one.
    pub fn initialiser_threw(&mut self, here: &Here<'p>, need: Need) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let name = program.external_name(need.class);
        // Nobody calls the first method: its class is initialised before any of its handlers counts. What its first
        // instruction needs is another class, and is handled there.
        let needed = need.claimed.map_or(need.class, |[_, class]| class);
        let is_first = here.pc == 0
            && self.thread == 0
            && here.method == self.java.entry
            && needed == program.method(here.method).class;
        let is_handled = is_first && here.code.handlers_at(0).next().is_some();
        let loaded = (program.load("java/lang/Error"), program.load("java/lang/ExceptionInInitializerError"));
        let (Ok(error), Ok(wrapper), false) = (loaded.0, loaded.1, is_handled) else {
            return self.outside(b.yes(), &format!("the initialiser of {name} throws"));
        };
        if program.class(need.class).origin == From::Jdk {
            return self.outside(b.yes(), &format!("the initialiser of {name} throws"));
        }
        let failing = self.failing(need);
        let marks = self.marked_failed(&failing);
        let exception = self.java.layout.exception();
        let mut thrown = self.space.bits(exception, Copy::Now);
        thrown.truncate(self.java.layout.ref_bits() as usize);
        let is_error = self.refers_to(&thrown, &|class| program.is_subtype(class, error));
        let throwing = Place::Throwing(here.method, here.pc);
        self.step(is_error.clone(), throwing.clone(), &marks, []);
        let cause = program.find_field(program.well_known().throwable, "cause");
        for (guard, slot, mut assign) in self.allocate(&b.not(&is_error), wrapper) {
            if !self.note_site(here, &guard, slot, wrapper, &mut assign) {
                continue;
            }
            if let Some(field) = cause.filter(|field| self.java.layout.fields.contains(field))
                && let Some(var) = self.java.layout.var(Global::Cell(slot, program.field(field).place))
            {
                assign.push((var, Value::Is(thrown.clone())));
            }
            assign.extend(marks.iter().cloned());
            assign.push((exception, Value::Is(self.reference_to(slot))));
            self.step(guard, throwing.clone(), &assign, []);
        }
    }

    fn run_initialiser(&mut self, guard: Bdd, method: MethodId, pc: Pc, need: Need) {
        let var = self.global(Global::Initialised(need.class));
        let initializer = self.java.program.class(need.class).initializer.filter(|_| !self.is_plain(need.class));
        let Some(initializer) = initializer else {
            let done = self.number(1, self.space.width(var));
            let next = self.after_initialiser(method, pc, need);
            return self.step(guard, next, &[(var, Value::Is(done))], []);
        };
        let to = self.java.entry_label(initializer);
        let site = self.java.labels.number(Place::Initialising(method, pc, need));
        let mine = self.number(2 + self.thread as i64, self.space.width(var));
        let guard = self.space.bdds.and(&guard, &self.within);
        if self.enterable(&guard, initializer).is_none() {
            return;
        }
        let update = Update::new(self.space, guard, &[(var, Value::Is(mine))], []);
        self.out.push(Rule::Call { to, site, update, pass: Pass::new(self.space, &[], []) });
    }

    /// Where to go on when a class has been initialised: with the next one that is claimed, or with the instruction.
    pub fn after_initialiser(&mut self, method: MethodId, pc: Pc, need: Need) -> Place {
        match need.claimed {
            Some([at, class]) if need.class != at => Place::Claimed(method, pc, [at, class]),
            Some([at, class]) if at != class => {
                let chain = &self.initialisation(class).chain;
                let below =
                    chain.iter().position(|&id| id == at).expect("the classes between are its superclasses") - 1;
                Place::Claimed(method, pc, [chain[below], class])
            }
            _ => Place::At(method, pc),
        }
    }

    /// Goes on with classes that this thread has claimed, the uppermost first.
    pub fn initialise_claimed(&mut self, here: &Here<'p>, at: ClassId, class: ClassId) {
        let b = self.space.bdds.clone();
        let above = self.above(at);
        let Some(states) = self.states_of(&above) else { return };
        let mut ready = b.yes();
        for (&id, state) in above.iter().zip(&states) {
            let need = Need { class: id, claimed: Some([at, class]) };
            let failed = b.and(&ready, &self.has_failed(state));
            self.fail_below(here, failed, need);
            let fresh = b.and(&ready, &word::is(&b, state, 0));
            self.run_initialiser(fresh, here.method, here.pc, need);
            ready = b.and(&ready, &self.is_ready(state));
        }
        self.run_initialiser(ready, here.method, here.pc, Need { class: at, claimed: Some([at, class]) });
    }

    /// Classes that are claimed cannot be initialised, since one above has failed before.
    fn fail_below(&mut self, here: &Here<'p>, guard: Bdd, need: Need) {
        if self.space.bdds.is_false(&self.space.bdds.and(&guard, &self.within)) {
            return;
        }
        let Ok(class) = self.java.program.load(UNUSABLE) else { return };
        let Some(slot) = self.slot(&guard, Origin::Thrown(class, here.site()), class) else { return };
        let failing = self.failing(need);
        let mut assign = self.marked_failed(&failing);
        assign.push((self.java.layout.exception(), Value::Is(self.reference_to(slot))));
        self.step(guard, Place::Throwing(here.method, here.pc), &assign, []);
    }

    /// What has to be initialised before a class, in this order.
    fn above(&mut self, class: ClassId) -> Vec<ClassId> {
        let initialisation = self.initialisation(class);
        initialisation.chain.get(1).into_iter().chain(&initialisation.interfaces).copied().collect()
    }

    /// When another thread is at what a claimed class waits for.
    pub fn supers_elsewhere(&mut self, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        let (mut waits, mut ready) = (b.no(), b.yes());
        for above in self.above(class) {
            if let Some(var) = self.java.layout.var(Global::Initialised(above)) {
                let state = self.space.bits(var, Copy::Now);
                let mine = self.is_ready(&state);
                waits = b.or(&waits, &b.minus(&ready, &b.or(&mine, &self.is_nobodys(&state))));
                ready = b.and(&ready, &mine);
            }
        }
        waits
    }

    fn is_ready(&self, state: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        let mine = b.or(&word::is(b, state, 2 + self.thread as i64), &word::is(b, state, self.claimed()));
        b.or(&word::is(b, state, 1), &mine)
    }

    /// When nobody has begun with a class, or somebody has failed.
    fn is_nobodys(&self, state: &[Bdd]) -> Bdd {
        self.space.bdds.or(&word::is(&self.space.bdds, state, 0), &self.has_failed(state))
    }

    /// The state of a class that has something to initialise; without a variable nobody has come to it yet.
    fn state_of(&mut self, class: ClassId) -> Option<Bits> {
        let own = *self.initialisation(class).chain.first()?;
        Some(self.read(Global::Initialised(own), super::layout::bits_for(2 * self.java.layout.sizes.threads + 2)))
    }

    /// When an access to a class begins with something that other threads notice: it has not been
    /// initialised, or another thread is at it.
    pub fn initialises(&mut self, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        if self.java.program.class(class).origin == From::Jdk || !self.java.layout.initialised.contains(&class) {
            return b.no();
        }
        self.state_of(class).map_or_else(|| b.no(), |state| b.not(&self.is_ready(&state)))
    }

    /// When a class of the program has to be initialised first, or has failed.
    pub fn is_fresh(&mut self, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        if self.java.program.class(class).origin == From::Jdk {
            return b.no();
        }
        self.state_of(class).map_or_else(|| b.no(), |state| self.is_nobodys(&state))
    }

    /// When another thread is at an initialiser that this one needs.
    pub fn initialised_elsewhere(&mut self, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        let Some(state) = self.state_of(class) else { return b.no() };
        b.not(&b.or(&self.is_ready(&state), &self.is_nobodys(&state)))
    }

    fn initialisation(&mut self, class: ClassId) -> Rc<Initialisation> {
        if let Some(known) = self.java.initialisations.get(&class) {
            return known.clone();
        }
        let program = self.java.program;
        let is_same = |id: &ClassId| program.class(*id).origin == program.class(class).origin;
        let plain = self.is_plain(class);
        if let (true, Some(initializer)) = (plain, program.class(class).initializer) {
            self.java.plain_reached.insert(initializer);
        }
        let above = program.class(class).superclass.filter(|_| !program.class(class).is_interface()).filter(is_same);
        let mut chain = above.map_or_else(Vec::new, |above| self.initialisation(above).chain.clone());
        let mut interfaces = Vec::new();
        if !program.class(class).is_interface() {
            superinterfaces(program, class, &mut interfaces);
        }
        interfaces.retain(|id| is_same(id) && has_default(program, *id) && !self.is_plain(*id));
        if !plain || !chain.is_empty() || !interfaces.is_empty() {
            chain.insert(0, class);
        }
        let known = Rc::new(Initialisation { chain, interfaces });
        self.java.initialisations.insert(class, known.clone());
        known
    }

    /// Whether a class has no initialiser, or one that only asks whether assertions are enabled.
    fn is_plain(&self, class: ClassId) -> bool {
        let program = self.java.program;
        program.class(class).initializer.is_none_or(|initializer| {
            program.code(initializer).is_ok_and(|code| {
                code.instrs.iter().all(|instr| match *instr {
                    Instr::PutStatic { cp, .. } => program
                        .resolve_field(code.pool_class, cp)
                        .is_ok_and(|field| program.text(program.field(field).name) == "$assertionsDisabled"),
                    Instr::Invoke { k } => match code.calls[k as usize].callee {
                        Callee::Pool(cp) => program
                            .resolve_method(code.pool_class, cp)
                            .is_ok_and(|method| is_assertion_status(program, method)),
                        Callee::Method(_) => false,
                    },
                    Instr::Nop
                    | Instr::Move { .. }
                    | Instr::Const32 { .. }
                    | Instr::ConstPool { .. }
                    | Instr::IfEqK { .. }
                    | Instr::IfNeK { .. }
                    | Instr::Goto { .. }
                    | Instr::Return => true,
                    _ => false,
                })
            })
        })
    }
}

/// `Class.desiredAssertionStatus`, not a method of the program's that is called like it.
fn is_assertion_status(program: &Program, method: MethodId) -> bool {
    let method = program.method(method);
    method.class == program.well_known().class && program.text(method.name) == "desiredAssertionStatus"
}

/// All superinterfaces, each after its own, as JVMS 5.5 enumerates them.
fn superinterfaces(program: &Program, class: ClassId, all: &mut Vec<ClassId>) {
    for &interface in &program.class(class).interfaces {
        superinterfaces(program, interface, all);
        if !all.contains(&interface) {
            all.push(interface);
        }
    }
}

fn has_default(program: &Program, interface: ClassId) -> bool {
    program.class(interface).methods.iter().any(|&method| {
        let method = program.method(method);
        !method.is_abstract() && !method.is_static()
    })
}
