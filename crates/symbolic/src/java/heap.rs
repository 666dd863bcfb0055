//! Objects, arrays, statics and the initialisation of classes.
//!
//! An access names every slot that it may mean, one rule each for writes. A slot that another
//! thread made becomes *shared* before it is touched: exploration starts over, knowing it.

use heddle_bdd::Bdd;
use heddle_classfile::Constant;
use heddle_jdk::summaries::{StandIn, stand_in};
use heddle_program::ir::{Instr, Reg};
use heddle_program::{ClassId, ClassKind, FieldId, Origin as From, Type};

use super::float::is_floating;
use super::instr::NULL_POINTER;
use super::layout::{Fact, Global, Origin, bits_for};
use super::mirror::PRIMITIVES;
use super::rules::{Here, Make};
use super::{Given, word};
use crate::network::Value;
use crate::space::{Bits, Var};

/// A slot that can be taken: when, which one, and what to assign.
type Taken = (Bdd, usize, Vec<(Var, Value)>);

const BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";

impl<'p> Make<'_, 'p> {
    /// When a reference is to an object that several threads touch.
    pub fn is_shared(&self, reference: &[Bdd]) -> Bdd {
        let b = &self.space.bdds;
        let slots = self.java.layout.slots.iter().enumerate();
        slots.filter(|(_, slot)| slot.shared).fold(b.no(), |any, (at, _)| b.or(&any, &self.points_to(reference, at)))
    }

    /// The slots that this thread may touch through a reference, with the condition for each; asks
    /// for what it may not touch yet.
    pub fn touched(&mut self, reference: &[Bdd], accepts: &dyn Fn(ClassId) -> bool) -> Vec<(usize, Bdd)> {
        let mut touched = Vec::new();
        for slot in 0..self.java.layout.slots.len() {
            if !self.java.layout.slots[slot].classes.iter().any(|&class| accepts(class)) {
                continue;
            }
            let here = self.space.bdds.and(&self.points_to(reference, slot), &self.slot_is(slot, accepts));
            if self.java.layout.slots[slot].origin == Origin::SomeText {
                self.outside(here, "a text of which nothing is known");
                continue;
            }
            let foreign = self.java.layout.owner(slot) != Some(self.thread) && !self.is_fixed(slot);
            if foreign && !self.java.layout.slots[slot].shared {
                self.lacks(here, Fact::Shared(slot));
            } else {
                touched.push((slot, here));
            }
        }
        touched
    }

    /// Throws if a reference is null.
    pub fn null_check(&mut self, here: &Here<'p>, reference: &[Bdd]) {
        let null = self.is_null(reference);
        self.throw(here, null, NULL_POINTER);
    }

    pub fn get_field(&mut self, here: &Here<'p>, d: Reg, a: Reg, cp: u16) {
        let program = self.java.program;
        let Some(field) = self.field(here, cp) else { return };
        let (holder, ty, place) = (program.field(field).class, program.field(field).ty, program.field(field).place);
        let reference = self.reference(a);
        self.null_check(here, &reference);
        let slots = self.touched(&reference, &|class| program.is_subtype(class, holder));
        for (_, at) in slots.iter().filter(|(slot, _)| self.has_wide_bytes(*slot)).cloned().collect::<Vec<_>>() {
            self.notes_wrap(here, at);
        }
        let width = self.java.layout.width(ty);
        let cases: Vec<(Bdd, Bits)> =
            slots.into_iter().map(|(slot, at)| (at, self.read(Global::Cell(slot, place), width))).collect();
        let b = &self.space.bdds;
        let any = cases.iter().fold(b.no(), |any, (at, _)| b.or(&any, at));
        let value = word::select(b, &cases, width);
        let value = self.extended(&value, ty, self.java.layout.word_bits().min(self.register_bits(ty)));
        self.next(here, any, d, value);
    }

    /// Bits that a value of a type takes in a register.
    pub fn register_bits(&self, ty: Type) -> u32 {
        if ty.is_ref() { self.java.layout.ref_bits() } else { self.bits() }
    }

    pub fn put_field(&mut self, here: &Here<'p>, a: Reg, v: Reg, cp: u16) {
        let program = self.java.program;
        let Some(field) = self.field(here, cp) else { return };
        let holder = program.field(field).class;
        let reference = self.reference(a);
        self.null_check(here, &reference);
        let value = self.word(v);
        for (slot, at) in self.touched(&reference, &|class| program.is_subtype(class, holder)) {
            self.write_field(here, at, slot, field, &value, vec![]);
        }
    }

    /// Writes a field of a slot and goes on.
    pub fn write_field(
        &mut self,
        here: &Here<'p>,
        guard: Bdd,
        slot: usize,
        field: FieldId,
        value: &[Bdd],
        mut assign: Vec<(Var, Value)>,
    ) {
        let (ty, place) = (self.java.program.field(field).ty, self.java.program.field(field).place);
        let width = self.java.layout.width(ty);
        let value = word::unsigned(&self.space.bdds, value, width);
        if self.is_cache(field) {
            return self.go(here, guard, here.pc + 1, assign);
        }
        match self.java.layout.var(Global::Cell(slot, place)) {
            Some(var) if self.java.layout.fields.contains(&field) => {
                assign.push((var, Value::Is(value)));
                self.go(here, guard, here.pc + 1, assign);
            }
            _ => {
                let zero = word::is(&self.space.bdds, &value, 0);
                let (none, some) = (self.space.bdds.and(&guard, &zero), self.space.bdds.minus(&guard, &zero));
                self.lacks(some, Fact::Field(field));
                self.go(here, none, here.pc + 1, assign);
            }
        }
    }

    pub fn field(&mut self, here: &Here<'p>, cp: u16) -> Option<FieldId> {
        match self.java.program.resolve_field(here.code.pool_class, cp) {
            Ok(field) => Some(field),
            Err(error) => {
                self.outside(self.space.bdds.yes(), &error.to_string());
                None
            }
        }
    }

    pub fn get_static(&mut self, here: &Here<'p>, d: Reg, cp: u16) {
        let Some(id) = self.field(here, cp) else { return };
        let program = self.java.program;
        let field = program.field(id);
        let yes = self.space.bdds.yes();
        if program.text(field.name) == "$assertionsDisabled" {
            let off = program.class(field.class).origin == From::Jdk;
            let value = self.number(i64::from(off), self.bits());
            return self.next(here, yes, d, value);
        }
        if let Some(cp) = field.constant_value {
            return match program.class(field.class).file.as_ref().and_then(|file| file.constant(cp).ok()) {
                Some(Constant::Integer(value)) => super::instr::constant(self, here, d, i64::from(value)),
                Some(Constant::Long(value)) => super::instr::constant(self, here, d, value),
                Some(Constant::String { .. }) => self.literal(here, d, field.class, cp),
                Some(Constant::Float(bits)) => self.next_floating(here, yes, d, u64::from(bits)),
                Some(Constant::Double(bits)) => self.next_floating(here, yes, d, bits),
                _ => self.outside(yes, "a constant of an unknown kind"),
            };
        }
        let of_jdk = program.class(field.class).origin == From::Jdk;
        let known = stand_in(program.class_name(field.class), program.text(field.name)).filter(|_| of_jdk);
        if let Some(StandIn::Primitive(name)) = known {
            let Some((_, ty)) = PRIMITIVES.iter().find(|(text, _)| *text == name) else { return };
            return self.next_mirror(here, yes, d, program.primitive(*ty));
        }
        if let Some(StandIn::NotSet(property)) = known {
            self.java.assumed.insert(format!("the property {property} is not set"));
            let value = self.number(0, self.bits());
            return self.next(here, yes, d, value);
        }
        if known.is_some() {
            let Type::Ref(name) = field.ty else { return };
            let Ok(class) = program.load_symbol(name) else { return };
            let Some(slot) = self.slot(&yes, Origin::Stream(id), class) else { return };
            let value = self.reference_to(slot);
            return self.next(here, yes, d, value);
        }
        let ready = self.initialise_for_statics(here, field.class);
        let Some(ready) = self.claim_static(ready, id) else { return };
        let width = self.java.layout.width(field.ty);
        let value = self.read(Global::Static(id), width);
        let value = self.extended(&value, field.ty, self.register_bits(field.ty));
        self.next(here, ready, d, value);
    }

    pub fn put_static(&mut self, here: &Here<'p>, v: Reg, cp: u16) {
        let Some(id) = self.field(here, cp) else { return };
        let field = self.java.program.field(id);
        let ready = self.initialise_for_statics(here, field.class);
        let Some(ready) = self.claim_static(ready, id) else { return };
        let width = self.java.layout.width(field.ty);
        let b = self.space.bdds.clone();
        let value = word::unsigned(&b, &self.word(v), width);
        match self.java.layout.var(Global::Static(id)) {
            Some(var) => self.go(here, ready, here.pc + 1, vec![(var, Value::Is(value))]),
            None => {
                let zero = word::is(&b, &value, 0);
                self.lacks(b.minus(&ready, &zero), Fact::Static(id));
                self.go(here, b.and(&ready, &zero), here.pc + 1, vec![]);
            }
        }
    }

    /// The main thread owns statics until another one touches them.
    fn claim_static(&mut self, ready: Bdd, field: FieldId) -> Option<Bdd> {
        if self.thread == 0 || self.java.layout.shared_statics.contains(&field) {
            return Some(ready);
        }
        self.lacks(ready, Fact::SharedStatic(field));
        None
    }

    pub fn is_shared_static(&mut self, here: &Here<'p>, cp: u16) -> Bdd {
        let field = self.java.program.resolve_field(here.code.pool_class, cp).ok();
        let shared = field.is_some_and(|field| self.java.layout.shared_statics.contains(&field));
        self.space.bdds.constant(shared)
    }

    pub fn load_constant(&mut self, here: &Here<'p>, d: Reg, cp: u16) {
        let program = self.java.program;
        let yes = self.space.bdds.yes();
        let given = self.java.written.get(&here.method).and_then(|constants| constants.get(usize::from(cp)));
        if let Some(Given::Text(text)) = given.cloned() {
            let Some(value) = self.text(&yes, &text) else { return };
            return self.next(here, yes, d, value);
        }
        let constant = program.class(here.code.pool_class).file.as_ref().and_then(|file| file.constant(cp).ok());
        match constant {
            Some(Constant::Class { .. }) => match self.class_constant(here, cp) {
                Ok(class) => {
                    let Some(slot) = self.slot(&yes, Origin::Mirror(class), program.well_known().class) else { return };
                    let value = self.reference_to(slot);
                    self.next(here, yes, d, value);
                }
                Err(error) => self.outside(yes, &error.to_string()),
            },
            Some(Constant::String { .. }) => self.literal(here, d, here.code.pool_class, cp),
            _ => self.outside(yes, "method handles as constants"),
        }
    }

    /// A string constant of a class.
    fn literal(&mut self, here: &Here<'p>, d: Reg, of: ClassId, cp: u16) {
        let yes = self.space.bdds.yes();
        let units = self.java.program.class(of).file.as_ref().and_then(|file| file.string_utf16(cp).ok());
        let Some(text) = units.and_then(|units| String::from_utf16(&units).ok()) else {
            return self.outside(yes, "text with half a pair of surrogates");
        };
        let Some(value) = self.text(&yes, &text) else { return };
        self.next(here, yes, d, value);
    }

    /// A string of which nothing is known.
    pub fn some_text(&mut self, here: &Here<'p>, d: Reg) {
        let yes = self.space.bdds.yes();
        let class = self.java.program.well_known().string;
        let Some(slot) = self.slot(&yes, Origin::SomeText, class) else { return };
        let value = self.reference_to(slot);
        self.next(here, yes, d, value);
    }

    pub fn new_object(&mut self, here: &Here<'p>, d: Reg, cp: u16) {
        match self.class_constant(here, cp) {
            Ok(class) => {
                let ready = self.initialise(here, class);
                for (guard, slot, mut assign) in self.allocate(&ready, class) {
                    if !self.note_site(here, &guard, slot, class, &mut assign) {
                        continue;
                    }
                    let reference = self.reference_to(slot);
                    assign.push((self.register(d), Value::Is(reference)));
                    self.go(here, guard, here.pc + 1, assign);
                }
            }
            Err(error) => self.outside(self.space.bdds.yes(), &error.to_string()),
        }
    }

    /// Remembers where an exception is made; whether the layout has room for that.
    pub fn note_site(
        &mut self,
        here: &Here<'p>,
        guard: &Bdd,
        slot: usize,
        class: ClassId,
        assign: &mut Vec<(Var, Value)>,
    ) -> bool {
        let program = self.java.program;
        if !program.is_subtype(class, program.well_known().throwable) {
            return true;
        }
        let Some(number) = self.java.layout.slots[slot].sites.iter().position(|&site| site == here.site()) else {
            self.lacks(guard.clone(), Fact::Site(slot, here.site()));
            return false;
        };
        if let Some(var) = self.java.layout.var(Global::Site(slot)) {
            assign.push((var, Value::Is(self.number(number as i64, self.space.width(var)))));
        }
        true
    }

    /// Takes the next slot of this thread for an object of a class: the cases, with what to assign.
    pub fn allocate(&mut self, guard: &Bdd, class: ClassId) -> Vec<Taken> {
        let b = self.space.bdds.clone();
        let made = self.java.layout.made(self.thread);
        let width = bits_for(made as usize);
        let counter = self.read(Global::Made(self.thread), width);
        let mut cases = Vec::new();
        for n in 0..made {
            let slot = self.java.layout.find(&Origin::Made { thread: self.thread, n }).expect("they are made in order");
            let here = b.and(guard, &word::is(&b, &counter, i64::from(n)));
            let classes = &self.java.layout.slots[slot].classes;
            let Some(kind) = classes.iter().position(|&known| known == class) else {
                self.lacks(here, Fact::Class(slot, class));
                continue;
            };
            let mut assign =
                vec![(self.global(Global::Made(self.thread)), Value::Is(self.number(i64::from(n) + 1, width)))];
            if let Some(var) = self.java.layout.var(Global::Class(slot)) {
                assign.push((var, Value::Is(self.number(kind as i64, self.space.width(var)))));
            }
            cases.push((here, slot, assign));
        }
        let full = b.and(guard, &word::is(&b, &counter, i64::from(made)));
        if self.java.layout.slots.len() < self.java.layout.sizes.heap {
            self.lacks(full, Fact::Slot(Origin::Made { thread: self.thread, n: made }, class));
        } else {
            let heap = self.java.layout.sizes.heap;
            self.beyond(full, format!("at most {heap} objects"));
        }
        cases
    }

    pub fn new_array(&mut self, here: &Here<'p>, d: Reg, len: Reg, class: ClassId) {
        let b = self.space.bdds.clone();
        let length = self.int(len);
        let negative = length.last().expect("numbers have bits").clone();
        self.throw(here, negative.clone(), "java/lang/NegativeArraySizeException");
        let longest = self.java.layout.sizes.array;
        let most = self.number(i64::from(longest), self.bits().max(bits_for(longest as usize) + 1));
        let wide = word::signed(&b, &length, most.len() as u32);
        let too_long = b.minus(&word::less(&b, &most, &wide), &negative);
        self.beyond(too_long.clone(), format!("arrays of at most {longest} elements"));
        let fits = b.not(&b.or(&negative, &too_long));
        for (guard, slot, mut assign) in self.allocate(&fits, class) {
            let lengths = self.java.layout.slots[slot].lengths.clone();
            let mut known = b.no();
            for candidate in 0..=longest {
                let this = word::is(&b, &wide, i64::from(candidate));
                if lengths.contains(&candidate) {
                    known = b.or(&known, &this);
                } else {
                    self.lacks(b.and(&guard, &this), Fact::Length(slot, candidate));
                }
            }
            if let Some(var) = self.java.layout.var(Global::Length(slot)) {
                assign.push((var, Value::Is(word::unsigned(&b, &wide, self.space.width(var)))));
            }
            let reference = self.reference_to(slot);
            assign.push((self.register(d), Value::Is(reference)));
            self.go(here, b.and(&guard, &known), here.pc + 1, assign);
        }
    }

    /// The length of the array in a slot.
    pub fn length(&self, slot: usize, width: u32) -> Bits {
        let lengths = &self.java.layout.slots[slot].lengths;
        match (self.java.layout.var(Global::Length(slot)), lengths.first()) {
            (None, Some(&only)) => self.number(i64::from(only), width),
            _ => self.read(Global::Length(slot), width),
        }
    }

    pub fn array_length(&mut self, here: &Here<'p>, d: Reg, a: Reg) {
        let program = self.java.program;
        let reference = self.reference(a);
        self.null_check(here, &reference);
        // A length never changes: nobody notices who reads it.
        let b = self.space.bdds.clone();
        let mut cases = Vec::new();
        for slot in 0..self.java.layout.slots.len() {
            let is_array = |class: ClassId| program.class(class).is_array();
            if self.java.layout.slots[slot].classes.iter().any(|&class| is_array(class)) {
                let at = b.and(&self.points_to(&reference, slot), &self.slot_is(slot, &is_array));
                let width = self.bits().max(self.java.layout.length_bits());
                let exact = self.length(slot, width);
                self.note_length(here, &at, &exact);
                cases.push((at, exact[..self.bits() as usize].to_vec()));
            }
        }
        let value = word::select(&b, &cases, self.bits());
        let any = cases.iter().fold(b.no(), |any, (at, _)| b.or(&any, at));
        self.next(here, any, d, value);
    }

    /// Notes where a length does not fit into a number.
    pub fn note_length(&mut self, here: &Here<'p>, guard: &Bdd, length: &[Bdd]) {
        let b = self.space.bdds.clone();
        let high = length.iter().skip(self.bits() as usize - 1).fold(b.no(), |any, bit| b.or(&any, bit));
        self.wraps(here, b.and(guard, &high));
    }

    /// Slots and classes of arrays, each with the condition that it is meant and the index is within bounds.
    pub fn elements(&mut self, here: &Here<'p>, a: Reg, i: Reg) -> (Bits, Vec<(usize, ClassId, Bdd)>) {
        let program = self.java.program;
        let b = self.space.bdds.clone();
        let reference = self.reference(a);
        self.null_check(here, &reference);
        // Wide enough for the longest array too.
        let width = self.bits().max(self.java.layout.length_bits());
        let index = word::signed(&b, &self.int(i), width);
        let mut within = Vec::new();
        for (slot, at) in self.touched(&reference, &|class| program.class(class).is_array()) {
            // Unsigned comparison excludes negative indices.
            let inside = word::below(&b, &index, &self.length(slot, width));
            self.throw(here, b.minus(&at, &inside), BOUNDS);
            let inside = b.and(&at, &inside);
            for class in self.arrays_in(slot) {
                within.push((slot, class, b.and(&inside, &self.slot_is(slot, &|other| other == class))));
            }
        }
        (index, within)
    }

    /// The classes of arrays that a slot may hold.
    pub fn arrays_in(&self, slot: usize) -> Vec<ClassId> {
        let classes = self.java.layout.slots[slot].classes.iter().copied();
        classes.filter(|&class| self.java.program.class(class).is_array()).collect()
    }

    pub fn element_type(&self, array: ClassId) -> Type {
        let program = self.java.program;
        let ClassKind::Array { component, .. } = program.class(array).kind else { return Type::Int };
        match program.class(component).kind {
            ClassKind::Primitive(ty) => ty,
            _ => Type::Ref(program.class(component).name),
        }
    }

    /// The element of an array in a slot at an index that may be unknown.
    pub fn element(&self, slot: usize, array: ClassId, index: &[Bdd]) -> Bits {
        let b = &self.space.bdds;
        let ty = self.element_type(array);
        let longest = self.java.layout.slots[slot].lengths.last().copied().unwrap_or(0);
        let width = self.java.layout.width(ty);
        let cases: Vec<(Bdd, Bits)> =
            (0..longest).map(|k| (word::is(b, index, i64::from(k)), self.read(Global::Cell(slot, k), width))).collect();
        let value = word::select(b, &cases, width);
        self.extended(&value, ty, self.register_bits(ty))
    }

    pub fn load_element(&mut self, here: &Here<'p>, d: Reg, a: Reg, i: Reg) {
        let (index, within) = self.elements(here, a, i);
        let cases: Vec<(Bdd, Bits)> =
            within.into_iter().map(|(slot, class, inside)| (inside, self.element(slot, class, &index))).collect();
        let b = &self.space.bdds;
        let any = cases.iter().fold(b.no(), |any, (inside, _)| b.or(&any, inside));
        let width = cases.iter().map(|(_, bits)| bits.len()).max().unwrap_or(1);
        let value = word::select(b, &cases, width as u32);
        self.next(here, any, d, value);
    }

    pub fn store_element(&mut self, here: &Here<'p>, a: Reg, i: Reg, v: Reg) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let (index, within) = self.elements(here, a, i);
        let is_ref = matches!(here.code.instrs[here.pc as usize], Instr::StoreRef { .. });
        for (slot, array, mut inside) in within {
            if is_ref {
                let ClassKind::Array { component, .. } = program.class(array).kind else { continue };
                let value = self.reference(v);
                let fits = self.refers_to(&value, &|class| program.is_subtype(class, component));
                let fits = b.or(&fits, &self.is_null(&value));
                self.throw(here, b.minus(&inside, &fits), "java/lang/ArrayStoreException");
                inside = b.and(&inside, &fits);
            }
            if self.is_fixed(slot) {
                self.outside(inside, "writing into the bytes of a text");
                continue;
            }
            if is_floating(self.element_type(array)) && self.stores_unclear(here, a, v) {
                let zero = word::is(&b, &self.int(v), 0);
                self.outside(b.minus(&inside, &zero), "a constant in an array of floating-point numbers");
                inside = b.and(&inside, &zero);
            }
            let longest = self.java.layout.slots[slot].lengths.last().copied().unwrap_or(0);
            let width = self.java.layout.width(self.element_type(array));
            let value = word::unsigned(&b, &self.word(v), width);
            for k in 0..longest {
                let guard = b.and(&inside, &word::is(&b, &index, i64::from(k)));
                let cell = self.global(Global::Cell(slot, k));
                self.go(here, guard, here.pc + 1, vec![(cell, Value::Is(value.clone()))]);
            }
        }
    }

    pub fn check_cast(&mut self, here: &Here<'p>, a: Reg, cp: u16) {
        let program = self.java.program;
        match self.class_constant(here, cp) {
            Ok(class) => {
                let b = self.space.bdds.clone();
                let reference = self.reference(a);
                let fits = self.refers_to(&reference, &|other| program.is_subtype(other, class));
                let fits = b.or(&fits, &self.is_null(&reference));
                self.throw(here, b.not(&fits), "java/lang/ClassCastException");
                self.go(here, fits, here.pc + 1, vec![]);
            }
            Err(error) => self.outside(self.space.bdds.yes(), &error.to_string()),
        }
    }

    pub fn instance_of(&mut self, here: &Here<'p>, d: Reg, a: Reg, cp: u16) {
        let program = self.java.program;
        match self.class_constant(here, cp) {
            Ok(class) => {
                let reference = self.reference(a);
                let fits = self.refers_to(&reference, &|other| program.is_subtype(other, class));
                self.next(here, self.space.bdds.yes(), d, vec![fits]);
            }
            Err(error) => self.outside(self.space.bdds.yes(), &error.to_string()),
        }
    }
}
