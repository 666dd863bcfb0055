//! What exceptions keep: a message, a cause and suppressed exceptions, from the program's first question about them on.
//! Stack traces are not kept, and asking for them is outside.
//!
//! The field of the cause is null while nobody has said what it is; an exception that is there instead of a cause, namely
//! itself, says that there is none for good. (The JDK has it the other way round.)

use heddle_bdd::Bdd;
use heddle_program::ir::{NO_REG, Reg};
use heddle_program::{FieldId, MethodId};

use super::classes::UNUSABLE;
use super::layout::{Fact, Global, Origin};
use super::model::{Made, Told};
use super::rules::{Here, Make};
use super::{word, written};
use crate::network::Value;
use crate::space::Bits;

/// The field of suppressed exceptions, an array; null while there are none. (The JDK has a list.)
const SUPPRESSED: &str = "suppressedExceptions";

impl<'p> Make<'_, 'p> {
    fn throwable_field(&self, name: &str) -> Option<FieldId> {
        self.java.program.find_field(self.java.program.well_known().throwable, name)
    }

    /// A constructor of one of the JDK's exceptions.
    pub fn new_throwable(&mut self, here: &Here<'p>, args: &[Reg], made: Made) {
        let Made { told, cause, is_settled } = made;
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let is_throwable = |class| program.is_subtype(class, program.well_known().throwable);
        let width = self.java.layout.ref_bits();
        self.leave_filling_out(args[0]);
        let mut given = self.number(0, width);
        if let Some(cause) = cause.map(|at| args[at]) {
            // The JDK asks the cause, or the detail of an assertion, for its text.
            if told != Told::None && !matches!(told, Told::Argument(_)) {
                self.leave_text_out(cause);
            }
            let reference = self.reference(cause);
            let is_cause = self.refers_to(&reference, &is_throwable);
            given = word::choose(&b, &is_cause, &reference, &given);
        }
        let mut kept: Vec<(FieldId, Bits)> = Vec::new();
        let is_kept = |make: &Self, field: &FieldId| make.java.layout.fields.contains(field);
        if let Some(field) = self.throwable_field("detailMessage").filter(|field| is_kept(self, field)) {
            let message = match told {
                Told::None => self.number(0, width),
                Told::Argument(at) => self.reference(args[at]),
                Told::Something | Told::OfCause | Told::Detail(_) => {
                    let string = program.well_known().string;
                    let Some(slot) = self.slot(&b.yes(), Origin::SomeText, string) else { return };
                    let text = self.reference_to(slot);
                    let is_there = if told == Told::OfCause { b.not(&self.is_null(&given)) } else { b.yes() };
                    let text = match told {
                        Told::Detail(at) => {
                            let detail = self.reference(args[at]);
                            let is_text = self.refers_to(&detail, &|class| class == string);
                            word::choose(&b, &is_text, &detail, &text)
                        }
                        _ => text,
                    };
                    word::choose(&b, &is_there, &text, &self.number(0, width))
                }
            };
            kept.push((field, message));
        }
        let cause = self.throwable_field("cause").filter(|field| is_kept(self, field));
        if kept.is_empty() && cause.is_none() {
            return self.go(here, b.yes(), here.pc + 1, vec![]);
        }
        let this = self.reference(args[0]);
        for slot in 0..self.java.layout.slots.len() {
            if self.java.layout.slots[slot].classes.iter().any(|&class| is_throwable(class)) {
                let mut kept = kept.clone();
                if let Some(field) = cause {
                    let none = b.and(&self.is_null(&given), &if is_settled { b.yes() } else { b.no() });
                    kept.push((field, word::choose(&b, &none, &self.reference_to(slot), &given)));
                }
                let assign = kept.into_iter().filter_map(|(field, value)| {
                    let var = self.java.layout.var(Global::Cell(slot, program.field(field).place))?;
                    Some((var, Value::Is(value)))
                });
                let assign = assign.collect();
                self.go(here, self.points_to(&this, slot), here.pc + 1, assign);
            }
        }
    }

    /// `getMessage` or `getCause`.
    pub fn kept_by_throwable(&mut self, here: &Here<'p>, object: Reg, dest: Reg, name: &str) {
        let b = self.space.bdds.clone();
        let Some(field) = self.throwable_field(name) else { return };
        if !self.java.layout.fields.contains(&field) {
            return self.lacks(b.yes(), Fact::Field(field));
        }
        let reference = self.reference(object);
        let place = self.java.program.field(field).place;
        let width = self.java.layout.ref_bits();
        let mut cases = Vec::new();
        for slot in 0..self.java.layout.slots.len() {
            let at = self.points_to(&reference, slot);
            if name == "detailMessage" && matches!(self.java.layout.slots[slot].origin, Origin::Thrown(..)) {
                self.outside(at.clone(), "the message of an exception that the machine or the JDK throws");
                self.within = b.minus(&self.within, &at);
            }
            let mut kept = self.read(Global::Cell(slot, place), width);
            if name == "cause" {
                // It says why the class failed before.
                if let Origin::Thrown(class, _) = self.java.layout.slots[slot].origin
                    && self.java.program.class_name(class) == UNUSABLE
                {
                    self.outside(at.clone(), "why a class could not be initialised before");
                    self.within = b.minus(&self.within, &at);
                }
                // Another thread may still give it a cause.
                let layout = &self.java.layout;
                if layout.owner(slot).is_some_and(|owner| owner != self.thread) && !layout.slots[slot].shared {
                    self.lacks(at.clone(), Fact::Shared(slot));
                }
                let itself = self.points_to(&kept, slot);
                kept = word::choose(&b, &itself, &self.number(0, width), &kept);
            }
            cases.push((at, kept));
        }
        let value = word::select(&b, &cases, width);
        self.next(here, b.yes(), dest, value);
    }

    /// `initCause`: once, with another exception or null.
    pub fn init_cause(&mut self, here: &Here<'p>, args: &[Reg], dest: Reg) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let Some(field) = self.throwable_field("cause") else { return };
        if !self.java.layout.fields.contains(&field) {
            return self.lacks(b.yes(), Fact::Field(field));
        }
        let (this, that) = (self.reference(args[0]), self.reference(args[1]));
        self.leave_identity_out(here, &this, &that);
        let width = self.java.layout.ref_bits();
        let mut slots = Vec::new();
        for slot in 0..self.java.layout.slots.len() {
            let at = self.points_to(&this, slot);
            let is_one = self.java.layout.owner(slot) == Some(self.thread) && !self.java.layout.slots[slot].shared;
            if !is_one {
                self.outside(
                    at.clone(),
                    "a cause for an exception that others know, or that the machine or the JDK throws",
                );
                self.within = b.minus(&self.within, &at);
                continue;
            }
            let Some(var) = self.java.layout.var(Global::Cell(slot, program.field(field).place)) else { continue };
            slots.push((slot, at, var));
        }
        for (slot, at, _) in &slots {
            let kept = self.read(Global::Cell(*slot, program.field(field).place), width);
            let given = b.minus(at, &self.is_null(&kept));
            self.refuse(here, given, "java/lang/IllegalStateException");
        }
        self.refuse(here, word::equal(&b, &this, &that), "java/lang/IllegalArgumentException");
        for (slot, at, var) in slots {
            let cause = word::choose(&b, &self.is_null(&that), &self.reference_to(slot), &that);
            let mut assign = vec![(var, Value::Is(cause))];
            if dest != NO_REG {
                assign.push((self.register(dest), Value::Is(this.clone())));
            }
            self.go(here, at, here.pc + 1, assign);
        }
    }

    /// `addSuppressed` checks its argument, and keeps it if anybody ever asks.
    pub fn add_suppressed(&mut self, here: &Here<'p>, args: &[Reg]) {
        let b = self.space.bdds.clone();
        let (this, that) = (self.reference(args[0]), self.reference(args[1]));
        self.leave_identity_out(here, &this, &that);
        let itself = word::equal(&b, &this, &that);
        self.refuse(here, itself, "java/lang/IllegalArgumentException");
        let null = self.is_null(&that);
        self.refuse(here, null, super::instr::NULL_POINTER);
        let Some(field) = self.throwable_field(SUPPRESSED).filter(|field| self.java.layout.fields.contains(field))
        else {
            return self.go(here, b.yes(), here.pc + 1, vec![]);
        };
        self.leave_foreign_out(&this);
        let method = written::keep_suppressed(self.java.program, field);
        self.call_written(here, method, args);
    }

    /// `getSuppressed`: an array of what was kept.
    pub fn suppressed(&mut self, here: &Here<'p>, object: Reg) {
        let Some(field) = self.throwable_field(SUPPRESSED) else { return };
        if !self.java.layout.fields.contains(&field) {
            return self.lacks(self.space.bdds.yes(), Fact::Field(field));
        }
        let this = self.reference(object);
        self.leave_foreign_out(&this);
        let method = written::kept_suppressed(self.java.program, field);
        self.call_written(here, method, &[object]);
    }

    pub fn call_written(&mut self, here: &Here<'p>, method: Option<MethodId>, args: &[Reg]) {
        let Some(method) = method else { return };
        let arguments = args.iter().enumerate().map(|(at, &arg)| (at, self.word(arg))).collect();
        self.push(here, self.within.clone(), method, arguments);
    }

    /// Where others may know an exception, or one slot stands for many, the run ends outside.
    fn leave_foreign_out(&mut self, this: &[Bdd]) {
        let b = self.space.bdds.clone();
        let layout = &self.java.layout;
        let is_own = |slot: &usize| layout.owner(*slot) == Some(self.thread) && !layout.slots[*slot].shared;
        let own = (0..layout.slots.len()).filter(is_own);
        let own = own.fold(b.no(), |any, slot| b.or(&any, &self.points_to(this, slot)));
        self.outside(b.not(&own), "suppressed exceptions of one that others know, or that the machine throws");
        self.within = b.and(&self.within, &own);
    }
}
