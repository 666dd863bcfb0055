//! The initialisation of classes, with the lock of JLS 12.4.2 and JVMS 5.5.

use heddle_bdd::Bdd;
use heddle_program::ir::Instr;
use heddle_program::{ClassId, Origin as From};

use super::layout::{Fact, Global};
use super::rules::{Here, Make};
use super::{Place, word};
use crate::network::{Pass, Rule, Update, Value};
use crate::space::{Bits, Copy};

impl<'p> Make<'_, 'p> {
    /// Runs the initialisers that an access to a class needs; answers when there are none left.
    /// Classes of the JDK have theirs run only for the sake of their statics: nothing else of what
    /// they do can be noticed.
    pub fn initialise(&mut self, here: &Here<'p>, class: ClassId) -> Bdd {
        if self.java.program.class(class).origin == From::Jdk {
            self.space.bdds.yes()
        } else {
            self.initialise_now(here, class)
        }
    }

    pub fn initialise_for_statics(&mut self, here: &Here<'p>, class: ClassId) -> Bdd {
        self.initialise_now(here, class)
    }

    /// As JVMS 5.5 says: a class is claimed first, then its superclasses are initialised, then itself.
    fn initialise_now(&mut self, here: &Here<'p>, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        let chain = self.uninitialised(class);
        let Some((&own, supers)) = chain.split_last() else { return b.yes() };
        let Some(states) = self.states_of(&chain) else { return b.no() };
        let state = states.last().expect("as many states as classes").clone();
        let above = states[..supers.len()].iter().fold(b.yes(), |all, state| b.and(&all, &self.is_ready(state)));
        let fresh = word::is(&b, &state, 0);
        let site = Place::Initialising(here.method, here.pc, own);
        self.run_initialiser(b.and(&fresh, &above), own, site);
        let claimed = self.number(self.claimed(), state.len() as u32);
        let assign = [(self.global(Global::Initialised(own)), Value::Is(claimed))];
        self.step(b.minus(&fresh, &above), Place::Claimed(here.method, here.pc, own), &assign, []);
        self.is_ready(&state)
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

    fn run_initialiser(&mut self, guard: Bdd, class: ClassId, site: Place) {
        let var = self.global(Global::Initialised(class));
        let initializer = self.java.program.class(class).initializer.filter(|_| !self.is_plain(class));
        let Some(initializer) = initializer else {
            let place = match site {
                Place::Initialising(method, pc, _) => Place::At(method, pc),
                Place::InitialisingFor(method, pc, [_, below]) => Place::Claimed(method, pc, below),
                _ => return,
            };
            let done = self.number(1, self.space.width(var));
            return self.step(guard, place, &[(var, Value::Is(done))], []);
        };
        let to = self.java.entry_label(initializer);
        let site = self.java.labels.number(site);
        let mine = self.number(2 + self.thread as i64, self.space.width(var));
        let guard = self.space.bdds.and(&guard, &self.within);
        if self.enterable(&guard, initializer).is_none() {
            return;
        }
        let update = Update::new(self.space, guard, &[(var, Value::Is(mine))], []);
        self.out.push(Rule::Call { to, site, update, pass: Pass::new(self.space, &[], []) });
    }

    /// Goes on with a class that this thread has claimed.
    pub fn initialise_claimed(&mut self, here: &Here<'p>, class: ClassId) {
        let b = self.space.bdds.clone();
        let chain = self.uninitialised(class);
        let Some(states) = self.states_of(&chain) else { return };
        let mut ready = b.yes();
        for (&above, state) in chain.iter().zip(&states).take(chain.len() - 1) {
            let fresh = b.and(&ready, &word::is(&b, state, 0));
            self.run_initialiser(fresh, above, Place::InitialisingFor(here.method, here.pc, [above, class]));
            ready = b.and(&ready, &self.is_ready(state));
        }
        self.run_initialiser(ready, class, Place::Initialising(here.method, here.pc, class));
    }

    /// When another thread is at a superclass.
    pub fn supers_elsewhere(&mut self, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        let mut waits = b.no();
        let mut chain = self.uninitialised(class);
        chain.pop();
        for above in chain {
            if let Some(var) = self.java.layout.var(Global::Initialised(above)) {
                let state = self.space.bits(var, Copy::Now);
                waits = b.or(&waits, &b.not(&b.or(&self.is_ready(&state), &word::is(&b, &state, 0))));
            }
        }
        waits
    }

    fn is_ready(&self, state: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        let mine = b.or(&word::is(b, state, 2 + self.thread as i64), &word::is(b, state, self.claimed()));
        b.or(&word::is(b, state, 1), &mine)
    }

    /// When an access to a class begins with something that other threads notice: it has not been
    /// initialised, or another thread is at it.
    pub fn initialises(&mut self, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        if self.java.program.class(class).origin == From::Jdk {
            return b.no();
        }
        // Without a variable nobody has come to the class yet.
        let own = self.uninitialised(class).last().and_then(|&own| self.java.layout.var(Global::Initialised(own)));
        let Some(var) = own else { return b.no() };
        let state = self.space.bits(var, Copy::Now);
        b.not(&self.is_ready(&state))
    }

    /// When another thread is at an initialiser that this one needs.
    pub fn initialised_elsewhere(&mut self, class: ClassId) -> Bdd {
        let b = self.space.bdds.clone();
        let own = self.uninitialised(class).last().and_then(|&own| self.java.layout.var(Global::Initialised(own)));
        let Some(var) = own else { return b.no() };
        let state = self.space.bits(var, Copy::Now);
        let done = b.or(&self.is_ready(&state), &word::is(&b, &state, 0));
        b.not(&done)
    }

    /// A class and its superclasses, the uppermost first, from the first one on that has an initialiser
    /// which does something.
    fn uninitialised(&mut self, class: ClassId) -> Vec<ClassId> {
        let program = self.java.program;
        let origin = program.class(class).origin;
        let chain: Vec<ClassId> = program.class(class).display.to_vec();
        let chain = if chain.is_empty() { vec![class] } else { chain };
        let mut all = Vec::new();
        for id in chain.into_iter().filter(|&id| program.class(id).origin == origin) {
            let plain = self.is_plain(id);
            if let (true, Some(initializer)) = (plain, program.class(id).initializer) {
                self.java.plain_reached.insert(initializer);
            }
            // Below a superclass with an initialiser, others may have to wait for any class.
            if !plain || !all.is_empty() {
                all.push(id);
            }
        }
        all
    }

    /// Whether a class has no initialiser, or one that only asks whether assertions are enabled.
    fn is_plain(&mut self, class: ClassId) -> bool {
        if let Some(&plain) = self.java.plain_initialisers.get(&class) {
            return plain;
        }
        let program = self.java.program;
        let plain = program.class(class).initializer.is_none_or(|initializer| {
            program.code(initializer).is_ok_and(|code| {
                code.instrs.iter().all(|instr| match *instr {
                    Instr::PutStatic { cp, .. } => program
                        .resolve_field(code.pool_class, cp)
                        .is_ok_and(|field| program.text(program.field(field).name) == "$assertionsDisabled"),
                    Instr::Invoke { k } => match code.calls[k as usize].callee {
                        heddle_program::ir::Callee::Pool(cp) => program
                            .resolve_method(code.pool_class, cp)
                            .is_ok_and(|method| program.text(program.method(method).name) == "desiredAssertionStatus"),
                        heddle_program::ir::Callee::Method(_) => false,
                    },
                    Instr::New { .. } | Instr::NewArray { .. } | Instr::ANewArray { .. } => false,
                    _ => true,
                })
            })
        });
        self.java.plain_initialisers.insert(class, plain);
        plain
    }
}
