//! Atomic accesses to fields, and synchronisers of `java.util.concurrent` that give what is asked for by their state.
//!
//! The JDK's own code runs up to where a thread would get into a queue. What happens there is one step: the thread
//! waits until the state allows to take, and takes. Queues stay empty, so whoever gives back wakes nobody, and the order
//! in which threads are served is any: more than a fair synchroniser allows, never less.

use heddle_bdd::Bdd;
use heddle_jdk::summaries::{Access, Gives, gives};
use heddle_program::ir::{CallSite, NO_REG, Reg};
use heddle_program::{ClassId, FieldId, MethodId, Type};

use super::call::parameters;
use super::layout::Global;
use super::rules::{Here, Make};
use super::word;
use crate::network::Value;
use crate::space::{Bits, Var};

/// Slots of the arguments of the method that waits: how much is asked for, whether an interrupt or a time limit ends it.
const WANTED: usize = 2;
const INTERRUPTIBLE: usize = 4;
const TIMED: usize = 5;

/// A place in a slot: a field, or an element of an array of a class.
#[derive(Clone, Copy)]
pub enum Spot {
    Field(usize, FieldId),
    Element(usize, ClassId, u32),
}

impl<'p> Make<'_, 'p> {
    /// An access to a field of the receiver in one step.
    pub fn atomic(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId, name: &str, access: Access) {
        let program = self.java.program;
        let holder = program.method(method).class;
        let Some(field) = program.find_field(holder, name) else { return };
        let given: Vec<Reg> = parameters(program, method).into_iter().skip(1).map(|at| site.args[at]).collect();
        let reference = self.reference(site.args[0]);
        for (slot, at) in self.touched(&reference, &|class| program.is_subtype(class, holder)) {
            self.access(here, at, Spot::Field(slot, field), access, &given, site.dest);
        }
    }

    /// An access to one place in one step.
    pub fn access(&mut self, here: &Here<'p>, at: Bdd, spot: Spot, access: Access, given: &[Reg], dest: Reg) {
        let b = self.space.bdds.clone();
        let ty = self.type_of(spot);
        let old = self.content(spot);
        let result = |make: &Self, value: Bits| -> Vec<(Var, Value)> {
            if dest == NO_REG { vec![] } else { vec![(make.register(dest), Value::Is(value))] }
        };
        match access {
            Access::Get => self.next(here, at, dest, old),
            Access::Set => self.write_to(here, at, spot, &self.word(given[0]), vec![]),
            Access::Swap => {
                let assign = result(self, old);
                self.write_to(here, at, spot, &self.word(given[0]), assign);
            }
            Access::CompareAndSet | Access::CompareAndExchange => {
                let expected = self.word(given[0])[..old.len()].to_vec();
                let outer = self.within.clone();
                self.within = b.and(&self.within, &at);
                let same = self.is_same(here, ty, &old, &expected);
                let gives = |is: bool, make: &Self| match access {
                    Access::CompareAndSet => vec![make.space.bdds.constant(is)],
                    _ => old.clone(),
                };
                let assign = result(self, gives(true, self));
                self.write_to(here, same.clone(), spot, &self.word(given[1]), assign);
                let unchanged = gives(false, self);
                self.next(here, b.not(&same), dest, unchanged);
                self.within = outer;
            }
            Access::Add { constant, gives_sum } => {
                let bits = self.bits();
                let delta = match constant {
                    Some(constant) => self.number(constant, bits),
                    None => self.int(given[0]),
                };
                let sum = word::add(&b, &old, &delta);
                let is_long = ty == Type::Long;
                if bits < if is_long { 64 } else { 32 } {
                    self.notes_wrap(here, b.and(&at, &word::add_wraps(&b, &old, &delta, &sum)));
                }
                let sum = if is_long { sum } else { self.as_int(sum) };
                let assign = result(self, if gives_sum { sum.clone() } else { old });
                self.write_to(here, at, spot, &sum, assign);
            }
        }
    }

    /// The type of what a place holds.
    pub fn type_of(&self, spot: Spot) -> Type {
        match spot {
            Spot::Field(_, field) => self.java.program.field(field).ty,
            Spot::Element(_, array, _) => self.element_type(array),
        }
    }

    /// What a place holds, as it is in a register.
    pub fn content(&self, spot: Spot) -> Bits {
        match spot {
            Spot::Field(slot, field) => self.field_in(slot, field),
            Spot::Element(slot, array, index) => self.element(slot, array, &self.number(index.into(), 32)),
        }
    }

    /// Writes a place and goes on.
    fn write_to(&mut self, here: &Here<'p>, guard: Bdd, spot: Spot, value: &[Bdd], mut assign: Vec<(Var, Value)>) {
        match spot {
            Spot::Field(slot, field) => self.write_field(here, guard, slot, field, value, assign),
            Spot::Element(slot, ..) if self.is_fixed(slot) => self.outside(guard, "writing into the bytes of a text"),
            Spot::Element(slot, array, index) => {
                let width = self.java.layout.width(self.element_type(array));
                let cell = self.global(Global::Cell(slot, index));
                assign.push((cell, Value::Is(word::unsigned(&self.space.bdds, value, width))));
                self.go(here, guard, here.pc + 1, assign);
            }
        }
    }

    /// The content of a field of a slot, as it is in a register.
    pub fn field_in(&self, slot: usize, field: FieldId) -> Bits {
        let (ty, place) = (self.java.program.field(field).ty, self.java.program.field(field).place);
        let stored = self.read(Global::Cell(slot, place), self.java.layout.width(ty));
        self.extended(&stored, ty, self.register_bits(ty))
    }

    /// Whether two values are the same; what cannot be told leads outside.
    fn is_same(&mut self, here: &Here<'p>, ty: Type, x: &[Bdd], y: &[Bdd]) -> Bdd {
        if !ty.is_ref() {
            return word::equal(&self.space.bdds, x, y);
        }
        self.leave_identity_out(here, x, y);
        self.space.bdds.or(&word::equal(&self.space.bdds, x, y), &self.same_box(x, y))
    }

    /// The synchronisers that a reference may be to, with when and what they give.
    fn synchronisers(&self, reference: &[Bdd]) -> Vec<(usize, Gives, Bdd)> {
        let program = self.java.program;
        let mut all = Vec::new();
        for (slot, held) in self.java.layout.slots.iter().enumerate() {
            for &class in &held.classes {
                if let Some(gives) = gives(program.class_name(class)) {
                    let is = self.slot_is(slot, &|other: ClassId| other == class);
                    all.push((slot, gives, self.space.bdds.and(&self.points_to(reference, slot), &is)));
                }
            }
        }
        all
    }

    pub fn state_field(&self) -> Option<FieldId> {
        let program = self.java.program;
        let class = program.load(heddle_jdk::summaries::SYNCHRONIZER).ok()?;
        program.find_field(class, "state")
    }

    /// When the state of a synchroniser allows to take what is asked for.
    fn is_given(&self, gives: Gives, state: &[Bdd], wanted: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        match gives {
            Gives::Ownership | Gives::Passage => word::is(b, state, 0),
            Gives::Permits => b.not(&word::less(b, state, wanted)),
        }
    }

    /// When a thread has to wait for a synchroniser.
    pub fn acquire_waits(&mut self, site: &CallSite) -> Bdd {
        let b = self.space.bdds.clone();
        let Some(field) = self.state_field() else { return b.no() };
        let timed = b.not(&word::is(&b, &self.int(site.args[TIMED]), 0));
        let wanted = self.int(site.args[WANTED]);
        let waits =
            self.synchronisers(&self.reference(site.args[0])).into_iter().fold(b.no(), |any, (slot, gives, is)| {
                let given = self.is_given(gives, &self.field_in(slot, field), &wanted);
                b.or(&any, &b.minus(&is, &given))
            });
        b.minus(&b.minus(&waits, &timed), &self.gives_up(site))
    }

    /// When a thread that may be interrupted is.
    fn gives_up(&self, site: &CallSite) -> Bdd {
        let b = &self.space.bdds;
        let may = b.not(&word::is(b, &self.int(site.args[INTERRUPTIBLE]), 0));
        b.and(&may, &self.is_interrupted(self.thread))
    }

    /// Takes what a synchroniser gives, or gives up when the time is over.
    pub fn acquire(&mut self, here: &Here<'p>, site: &CallSite) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let Some(field) = self.state_field() else { return };
        let owner = program.find_field(program.field(field).class, "exclusiveOwnerThread");
        let timed = b.not(&word::is(&b, &self.int(site.args[TIMED]), 0));
        let wanted = self.int(site.args[WANTED]);
        let reference = self.reference(site.args[0]);
        let touched = self.touched(&reference, &|class| gives(program.class_name(class)).is_some());
        let taken = self.number(1, 2);
        for (slot, gives, is) in self.synchronisers(&reference) {
            if !touched.iter().any(|(other, _)| *other == slot) {
                continue;
            }
            let gives_up = b.and(&is, &self.gives_up(site));
            let mut assign = self.cleared();
            if site.dest != NO_REG {
                assign.push((self.register(site.dest), Value::Is(self.number(-1, self.bits()))));
            }
            self.go(here, gives_up.clone(), here.pc + 1, assign);
            // One that is interrupted before it parks may still get what it asks for.
            self.next(here, b.minus(&b.and(&is, &timed), &gives_up), site.dest, self.number(0, 2));
            let state = self.field_in(slot, field);
            let given = b.and(&is, &self.is_given(gives, &state, &wanted));
            let mut assign = vec![];
            if site.dest != NO_REG {
                assign.push((self.register(site.dest), Value::Is(taken.clone())));
            }
            match gives {
                Gives::Passage => self.go(here, given, here.pc + 1, assign),
                Gives::Permits => {
                    let left = word::sub(&b, &state, &wanted);
                    self.write_field(here, given, slot, field, &left, assign);
                }
                Gives::Ownership => {
                    let Some(owner) = owner else { continue };
                    let place = program.field(owner).place;
                    let Some(var) = self.java.layout.var(Global::Cell(slot, place)) else {
                        self.lacks(given, super::layout::Fact::Field(owner));
                        continue;
                    };
                    let Some(me) = self.this_thread(&given) else { continue };
                    assign.push((var, Value::Is(me)));
                    self.write_field(here, given, slot, field, &wanted, assign);
                }
            }
        }
    }
}
