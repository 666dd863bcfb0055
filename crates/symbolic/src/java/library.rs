//! What the JDK does in native code, or keeps in caches, for ordinary programs: boxes, copies of
//! arrays and objects, the methods of records.

use heddle_bdd::Bdd;
use heddle_program::ir::{CallSite, NO_REG, Reg};
use heddle_program::{ClassId, ClassKind, FieldId, Origin as From, Type};

use super::callback::is_own;
use super::layout::{Fact, Global, Origin};
use super::rules::{Here, Make};
use super::{Place, word, written};
use crate::network::Value;
use crate::space::Bits;

/// Classes whose `valueOf` gives the same object for the same small value.
const BOXES: [&str; 6] = [
    "java/lang/Integer",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Long",
    "java/lang/Character",
    "java/lang/Boolean",
];

const EQUALS: &str = "(Ljava/lang/Object;)Z";

impl<'p> Make<'_, 'p> {
    /// `valueOf`: a new object each time. Which of them are really the same is decided when
    /// references are compared ([`Make::same_box`]).
    pub fn make_box(&mut self, here: &Here<'p>, dest: Reg, class: ClassId, value: Reg) {
        let program = self.java.program;
        let Some(field) = program.find_field(class, "value") else { return };
        let yes = self.space.bdds.yes();
        if dest == NO_REG {
            return self.go(here, yes, here.pc + 1, vec![]);
        }
        let value = self.word(value);
        for (guard, slot, mut assign) in self.allocate(&yes, class) {
            let reference = self.reference_to(slot);
            assign.push((self.register(dest), Value::Is(reference)));
            self.write_field(here, guard, slot, field, &value, assign);
        }
    }

    /// When two references are to boxes of the same small value: the JDK keeps one object for each,
    /// from -128 to 127, for characters up to 127, and for both booleans (JLS 5.1.7).
    pub fn same_box(&self, x: &[Bdd], y: &[Bdd]) -> Bdd {
        self.equal_boxes(x, y, false)
    }

    /// When two references are to different boxes of the same small value: of two that the program made, or of some of
    /// which one is an argument.
    fn equal_boxes(&self, x: &[Bdd], y: &[Bdd], given: bool) -> Bdd {
        let b = &self.space.bdds;
        let program = self.java.program;
        let mut same = b.no();
        for name in BOXES {
            let Ok(class) = program.load(name) else { continue };
            let Some(field) = program.find_field(class, "value") else { continue };
            let (ty, place) = (program.field(field).ty, program.field(field).place);
            let is_given = |slot: usize| matches!(self.java.layout.slots[slot].origin, Origin::Argument(_));
            let made = |slot: &usize| self.java.layout.slots[*slot].classes.contains(&class);
            let slots: Vec<usize> = (0..self.java.layout.slots.len()).filter(made).collect();
            let width = self.java.layout.width(ty);
            for (at, &s) in slots.iter().enumerate() {
                for &t in slots[at + 1..].iter().filter(|&&t| (is_given(s) || is_given(t)) == given) {
                    let pair = b.and(&self.points_to(x, s), &self.points_to(y, t));
                    let mirrored = b.and(&self.points_to(x, t), &self.points_to(y, s));
                    let kinds = b.and(&self.slot_is(s, &|of| of == class), &self.slot_is(t, &|of| of == class));
                    let (v, w) = (self.read(Global::Cell(s, place), width), self.read(Global::Cell(t, place), width));
                    let equal = b.and(&word::equal(b, &v, &w), &self.is_small(ty, &v));
                    same = b.or(&same, &b.and(&b.and(&b.or(&pair, &mirrored), &kinds), &equal));
                }
            }
        }
        same
    }

    /// Slots that do not tell how many objects they stand for: the JDK keeps one box for equal numbers, and one object
    /// for a lambda that captures nothing; texts and exceptions have one slot for many.
    pub fn is_stand_in(&self, reference: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        let program = self.java.program;
        let is_box = |class: &ClassId| BOXES.contains(&program.class_name(*class)) || self.is_shared_lambda(*class);
        let slots = self.java.layout.slots.iter().enumerate().filter(|(_, slot)| match slot.origin {
            Origin::Thrown(..) | Origin::SomeText | Origin::Lookup(_) | Origin::Handle(..) => true,
            Origin::Argument(_) => slot.classes.contains(&program.well_known().string),
            _ => slot.classes.iter().any(is_box),
        });
        let is_meant = |class: ClassId| {
            !matches!(program.class(class).kind, ClassKind::Instance)
                || is_box(&class)
                || class == program.well_known().string
                || program.is_subtype(class, program.well_known().throwable)
        };
        slots.fold(b.no(), |any, (at, slot)| {
            let is = if slot.classes.len() > 1 { self.slot_is(at, &is_meant) } else { b.yes() };
            b.or(&any, &b.and(&self.points_to(reference, at), &is))
        })
    }

    /// When a reference is to a slot that stands for many texts, or many exceptions.
    fn is_vague(&self, reference: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        let slots = self.java.layout.slots.iter().enumerate();
        let vague = slots.filter(|(_, slot)| matches!(slot.origin, Origin::Thrown(..) | Origin::SomeText));
        vague.fold(b.no(), |any, (at, _)| b.or(&any, &self.points_to(reference, at)))
    }

    fn is_shared_lambda(&self, class: ClassId) -> bool {
        self.java.lambdas.get(&class).is_some_and(|lambda| lambda.captures == 0)
    }

    /// Where it cannot be told whether two references are the same, the run ends outside.
    pub fn leave_identity_out(&mut self, here: &Here<'p>, x: &[Bdd], y: &[Bdd]) {
        let b = self.space.bdds.clone();
        let string = self.java.program.well_known().string;
        // The JDK compares texts as a short cut before it looks at their characters.
        let of_jdk = self.java.program.class(self.java.program.method(here.method).class).origin == From::Jdk;
        let mut unclear = b.no();
        let slots = self.java.layout.slots.clone();
        let (mut texts, mut vague, mut lambdas) = ([b.no(), b.no()], [b.no(), b.no()], Vec::new());
        for (at, slot) in slots.iter().enumerate() {
            let is = [self.points_to(x, at), self.points_to(y, at)];
            if matches!(slot.origin, Origin::Thrown(..) | Origin::Lookup(_) | Origin::Handle(..)) {
                unclear = b.or(&unclear, &b.and(&is[0], &is[1]));
            }
            let is_text = slot.classes.contains(&string);
            if is_text {
                texts = [0, 1].map(|side| b.or(&texts[side], &is[side]));
            }
            if slot.origin == Origin::SomeText || !of_jdk && is_text && matches!(slot.origin, Origin::Argument(_)) {
                vague = [0, 1].map(|side| b.or(&vague[side], &is[side]));
                if slot.origin == Origin::SomeText {
                    unclear = b.or(&unclear, &b.and(&is[0], &is[1]));
                }
            }
            lambdas.extend(slot.classes.iter().filter(|class| self.is_shared_lambda(**class)));
        }
        let differ = b.not(&word::equal(&b, x, y));
        let either = b.or(&b.and(&vague[0], &texts[1]), &b.and(&texts[0], &vague[1]));
        unclear = b.or(&unclear, &b.and(&either, &differ));
        lambdas.sort_unstable();
        lambdas.dedup();
        for class in lambdas {
            let both = b.and(&self.refers_to(x, &|of| of == class), &self.refers_to(y, &|of| of == class));
            unclear = b.or(&unclear, &b.and(&both, &differ));
        }
        if !of_jdk {
            unclear = b.or(&unclear, &self.equal_boxes(x, y, true));
        }
        if !b.is_false(&unclear) {
            self.outside(
                unclear.clone(),
                "whether two texts, boxes, lambdas, handles or exceptions of the JDK's are the same object",
            );
            self.within = b.minus(&self.within, &unclear);
        }
    }

    /// Whether a value is one that boxes are kept for.
    fn is_small(&self, ty: Type, value: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        match ty {
            Type::Boolean | Type::Byte => b.yes(),
            Type::Char => value.iter().skip(7).fold(b.yes(), |all, bit| b.minus(&all, bit)),
            _ => match value.get(7) {
                Some(sign) => value.iter().skip(8).fold(b.yes(), |all, bit| b.and(&all, &b.iff(sign, bit))),
                None => b.yes(),
            },
        }
    }

    /// `Object.clone`, of arrays and of objects.
    pub fn clone_object(&mut self, here: &Here<'p>, object: Reg, dest: Reg) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let reference = self.reference(object);
        self.null_check(here, &reference);
        for (from, is_from) in self.touched(&reference, &|_| true) {
            let slot = self.java.layout.slots[from].clone();
            for &class in &slot.classes {
                let here_is = b.and(&b.and(&is_from, &self.slot_is(from, &|other| other == class)), &self.within);
                if b.is_false(&here_is) {
                    continue;
                }
                if !program.class(class).is_array() && !self.is_cloneable(class) {
                    self.throw_within(here, here_is, "java/lang/CloneNotSupportedException");
                    continue;
                }
                for (guard, to, mut assign) in self.allocate(&here_is, class) {
                    let mut lacks = false;
                    for &length in &slot.lengths {
                        if !self.java.layout.slots[to].lengths.contains(&length) {
                            self.lacks(guard.clone(), Fact::Length(to, length));
                            lacks = true;
                        }
                    }
                    if lacks {
                        continue;
                    }
                    if let Some(var) = self.java.layout.var(Global::Length(to)) {
                        let length = self.length(from, self.space.width(var));
                        assign.push((var, Value::Is(length)));
                    }
                    let cells = match program.class(class).kind {
                        ClassKind::Array { .. } => slot.lengths.last().copied().unwrap_or(0),
                        _ => program.class(class).layout.fields.len() as u32,
                    };
                    for cell in 0..cells {
                        if let Some(var) = self.java.layout.var(Global::Cell(to, cell)) {
                            let value = self.read(Global::Cell(from, cell), self.space.width(var));
                            assign.push((var, Value::Is(value)));
                        }
                    }
                    if dest != NO_REG {
                        assign.push((self.register(dest), Value::Is(self.reference_to(to))));
                    }
                    self.go(here, guard, here.pc + 1, assign);
                }
            }
        }
    }

    fn is_cloneable(&self, class: ClassId) -> bool {
        let program = self.java.program;
        program.load("java/lang/Cloneable").is_ok_and(|cloneable| program.is_subtype(class, cloneable))
    }

    /// `equals`, `hashCode` and `toString` of a record.
    pub fn record_method(&mut self, here: &Here<'p>, site: &CallSite, record: ClassId, name: &str) {
        let yes = self.space.bdds.yes();
        match name {
            "toString" => match self.record_text(record) {
                Some(method) => self.call_written(here, Some(method), &site.args),
                None => self.outside(yes, "texts of records"),
            },
            "equals" => self.record_equals(here, site, record),
            "hashCode" => self.record_hash(here, site, record),
            _ => self.outside(yes, "methods of records"),
        }
    }

    fn record_equals(&mut self, here: &Here<'p>, site: &CallSite, record: ClassId) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let fields = program.class(record).layout.fields.clone();
        let types: Vec<Type> = fields.iter().map(|&field| program.field(field).ty).collect();
        let is_float = |ty: &Type| matches!(ty, Type::Float | Type::Double);
        if types.iter().any(|ty| ty.is_ref()) && !types.iter().any(is_float) {
            let method = written::record_equals(program, record);
            return self.call_written(here, method, &site.args);
        }
        let (this, that) = (self.reference(site.args[0]), self.reference(site.args[1]));
        let other = b.not(&self.refers_to(&that, &|class| class == record));
        let no = self.number(0, 1);
        self.next(here, other, site.dest, no);
        let (ones, others) = (self.record_slots(&this, record), self.record_slots(&that, record));
        for (s, is_s) in &ones {
            for (t, is_t) in &others {
                let pair = b.and(is_s, is_t);
                let mut equal = b.yes();
                let mut unclear = b.no();
                for &field in &fields {
                    let ty = program.field(field).ty;
                    let (x, y) = (self.component(*s, field), self.component(*t, field));
                    let same = word::equal(&b, &x, &y);
                    if matches!(ty, Type::Float | Type::Double) {
                        unclear = b.yes();
                    }
                    if ty.is_ref() {
                        // Two different objects may be equal all the same, and a stand-in may be several.
                        unclear = b.or(&unclear, &self.is_vague(&x));
                        let (none, null) = (self.is_null(&x), self.is_null(&y));
                        unclear = b.or(&unclear, &b.not(&b.or(&same, &b.or(&none, &null))));
                        // Null on the right is for the method of what is on the left.
                        let asked = self.refers_to(&x, &|class| is_own(program, class, "equals", EQUALS));
                        unclear = b.or(&unclear, &b.and(&asked, &null));
                    }
                    equal = b.and(&equal, &same);
                }
                self.outside(b.and(&pair, &unclear), "records that are equal if their components are");
                self.next(here, b.minus(&pair, &unclear), site.dest, vec![equal]);
            }
        }
    }

    fn record_hash(&mut self, here: &Here<'p>, site: &CallSite, record: ClassId) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let fields = program.class(record).layout.fields.clone();
        let types: Vec<Type> = fields.iter().map(|&field| program.field(field).ty).collect();
        if types.iter().any(|ty| matches!(ty, Type::Float | Type::Double)) {
            return self.outside(b.yes(), "hash codes of records with floating-point numbers");
        }
        if types.iter().any(|ty| !matches!(ty, Type::Int | Type::Short | Type::Byte | Type::Char)) {
            return match written::record_hash(program, record) {
                Some(method) => self.call_written(here, Some(method), &site.args),
                None => self.outside(b.yes(), "hash codes of records"),
            };
        }
        let this = self.reference(site.args[0]);
        let bits = self.bits();
        for (slot, guard) in self.record_slots(&this, record) {
            let mut hash = self.number(0, 32);
            for &field in &fields {
                let (ty, place) = (program.field(field).ty, program.field(field).place);
                let stored = self.read(Global::Cell(slot, place), self.java.layout.width(ty));
                let value = self.extended(&stored, ty, 32);
                let product = word::mul(&b, &hash, &self.number(31, 32));
                hash = word::add(&b, &product, &value);
            }
            let value = word::signed(&b, &hash, bits);
            let fits = word::equal(&b, &word::signed(&b, &value, 32), &hash);
            self.wraps(here, b.minus(&guard, &fits));
            self.next(here, guard, site.dest, value);
        }
    }

    /// What stands in a component of a record.
    pub fn component(&self, slot: usize, field: FieldId) -> Bits {
        let (ty, place) = (self.java.program.field(field).ty, self.java.program.field(field).place);
        self.read(Global::Cell(slot, place), self.java.layout.width(ty))
    }

    pub fn record_slots(&mut self, reference: &[Bdd], record: ClassId) -> Vec<(usize, Bdd)> {
        // Components never change: nobody notices who reads them.
        let slots = 0..self.java.layout.slots.len();
        let records: Vec<usize> =
            slots.filter(|&slot| self.java.layout.slots[slot].classes.contains(&record)).collect();
        let is = |slot: usize| {
            let there = self.points_to(reference, slot);
            (slot, self.space.bdds.and(&there, &self.slot_is(slot, &|class| class == record)))
        };
        records.into_iter().map(is).collect()
    }

    /// An exception that a method of the JDK throws somewhere inside.
    pub fn throw_within(&mut self, here: &Here<'p>, guard: Bdd, class: &str) {
        if self.space.bdds.is_false(&guard) {
            return;
        }
        let Ok(class) = self.java.program.load(class) else { return };
        let Some(slot) = self.slot(&guard, Origin::Thrown(class, (here.method, 0)), class) else { return };
        let exception: Bits = self.reference_to(slot);
        let var = self.java.layout.exception();
        self.step(guard, Place::Throwing(here.method, here.pc), &[(var, Value::Is(exception))], []);
    }
}
