//! Places that are named by objects or by numbers: handles of variables, updaters of fields, offsets.
//!
//! A handle is a stand-in for what it gives access to, made where the program, or the JDK, asks for it by class, name and
//! type. The offset of a field is the number of its cell, that of an element its index: `arrayBaseOffset` gives 0 here and
//! `arrayIndexScale` 1. What is asked for otherwise, and an access that would convert its arguments, is outside.

use heddle_bdd::Bdd;
use heddle_jdk::summaries::{Access, HandleOf};
use heddle_program::ir::{CallSite, Callee, Reg};
use heddle_program::{ClassId, FieldId, MethodId, Origin as From, Type};

use super::call::parameters;
use super::concurrent::Spot;
use super::float::is_floating;
use super::instr::NULL_POINTER;
use super::layout::Origin;
use super::rules::{Here, Make};
use super::word;

const BOUNDS: &str = "java/lang/ArrayIndexOutOfBoundsException";
const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

/// What a handle gives access to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Handled {
    Field(FieldId),
    /// The elements of arrays of this class.
    Elements(ClassId),
}

/// What an access is given, each in a register, and what is expected of it.
struct Given {
    values: Vec<(Type, Reg)>,
    result: Type,
}

impl<'p> Make<'_, 'p> {
    /// `MethodHandles.lookup`.
    pub fn lookup(&mut self, here: &Here<'p>, dest: Reg) {
        let yes = self.space.bdds.yes();
        let of = self.java.program.method(here.method).class;
        let Ok(class) = self.java.program.load(LOOKUP) else { return };
        let Some(slot) = self.slot(&yes, Origin::Lookup(of), class) else { return };
        let value = self.reference_to(slot);
        self.next(here, yes, dest, value);
    }

    pub fn lookup_class(&mut self, here: &Here<'p>, site: &CallSite) {
        let reference = self.reference(site.args[0]);
        for slot in 0..self.java.layout.slots.len() {
            if let Origin::Lookup(class) = self.java.layout.slots[slot].origin {
                let guard = self.space.bdds.and(&self.points_to(&reference, slot), &self.within);
                if !self.space.bdds.is_false(&guard) {
                    self.next_mirror(here, guard, site.dest, class);
                }
            }
        }
    }

    /// The constants that a reference to a text may be to.
    fn literals(&self, reference: &[Bdd]) -> Vec<(String, Bdd)> {
        let slots = self.java.layout.slots.iter().enumerate();
        let literals = slots.filter_map(|(at, slot)| match &slot.origin {
            Origin::Literal(text) => {
                Some((text.clone(), self.space.bdds.and(&self.points_to(reference, at), &self.within)))
            }
            _ => None,
        });
        literals.filter(|(_, is)| !self.space.bdds.is_false(is)).collect()
    }

    /// The fields that a class and a name may be of, each with the condition for it. A virtual machine keeps more in some
    /// classes than their fields say.
    fn named(&self, class: Reg, name: Reg) -> Vec<(FieldId, Bdd)> {
        let program = self.java.program;
        let well_known = program.well_known();
        let special = [well_known.thread, well_known.throwable, well_known.string, well_known.class];
        let names = self.literals(&self.reference(name));
        let mut all = Vec::new();
        for (class, is_class) in self.mirrored(&self.reference(class)) {
            for (text, is_name) in &names {
                let Some(field) = program.find_field(class, text) else { continue };
                let declared = program.field(field);
                let is_plain = declared.class == class && !declared.is_static() && !is_floating(declared.ty);
                if is_plain && !special.contains(&class) {
                    all.push((field, self.space.bdds.and(&is_class, is_name)));
                }
            }
        }
        all
    }

    /// Whether code may get at a field of any visibility: of the JDK, or of the same class or one around it.
    fn is_near(&self, here: &Here<'p>, field: FieldId) -> bool {
        let program = self.java.program;
        let outermost = |class: ClassId| program.class_name(class).split('$').next();
        let caller = program.method(here.method).class;
        program.class(caller).origin == From::Jdk || outermost(caller) == outermost(program.field(field).class)
    }

    /// The handle, or the updater, of a field.
    pub fn field_handle(&mut self, here: &Here<'p>, site: &CallSite, sought: &HandleOf) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let Ok(class) = program.load(sought.gives) else { return };
        for (field, is_field) in self.named(site.args[sought.class], site.args[sought.name]) {
            let declared = program.field(field);
            let types = match sought.ty {
                Some(at) => self.mirrored(&self.reference(site.args[at])),
                None if sought.gives.contains("Long") => vec![(program.primitive(Type::Long), b.yes())],
                None => vec![(program.primitive(Type::Int), b.yes())],
            };
            let is_usable = !declared.is_final() && (declared.is_volatile() || !sought.is_updater());
            if !is_usable || !self.is_near(here, field) {
                continue;
            }
            for (ty, is_type) in types {
                let guard = b.and(&b.and(&is_field, &is_type), &self.within);
                if b.is_false(&guard) || program.class_of_type(declared.ty) != Ok(ty) {
                    continue;
                }
                let Some(slot) = self.slot(&guard, Origin::Handle(class, Handled::Field(field)), class) else {
                    continue;
                };
                let value = self.reference_to(slot);
                self.next(here, guard, site.dest, value);
            }
        }
    }

    /// `MethodHandles.arrayElementVarHandle`.
    pub fn element_handle(&mut self, here: &Here<'p>, site: &CallSite) {
        let program = self.java.program;
        let handles = program.well_known().var_handle;
        for (array, guard) in self.mirrored(&self.reference(site.args[0])) {
            if !program.class(array).is_array() || is_floating(self.element_type(array)) {
                continue;
            }
            let Some(slot) = self.slot(&guard, Origin::Handle(handles, Handled::Elements(array)), handles) else {
                continue;
            };
            let value = self.reference_to(slot);
            self.next(here, guard, site.dest, value);
        }
    }

    /// `Unsafe.objectFieldOffset`.
    pub fn field_offset(&mut self, here: &Here<'p>, site: &CallSite, class: usize) {
        let bits = self.bits();
        for (field, guard) in self.named(site.args[class], site.args[class + 1]) {
            let place = i64::from(self.java.program.field(field).place);
            if place < 1 << (bits - 1) {
                let value = self.number(place, bits);
                self.next(here, guard, site.dest, value);
            }
        }
    }

    /// What a call passes after its receiver, by the descriptor of the call: that of a signature-polymorphic method says
    /// nothing.
    fn given(&self, here: &Here<'p>, site: &CallSite, method: MethodId) -> Option<Given> {
        let program = self.java.program;
        let declared = program.method(method);
        let signature = match site.callee {
            Callee::Pool(cp) if declared.polymorphic => {
                let file = program.class(here.code.pool_class).file.as_deref()?;
                program.signature(&file.member_ref(cp).ok()?.descriptor)?
            }
            Callee::Method(_) if declared.polymorphic => return None,
            _ => {
                let registers = parameters(program, method).into_iter().skip(1).map(|at| site.args[at]);
                let values = declared.params.iter().copied().zip(registers).collect();
                return Some(Given { values, result: declared.result });
            }
        };
        let mut at = 1;
        let mut values = Vec::new();
        for &ty in &signature.params {
            values.push((ty, site.args[at]));
            at += usize::from(ty.slots());
        }
        Some(Given { values, result: signature.result })
    }

    /// An access through a handle or an updater.
    pub fn through_handle(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId, access: Access) {
        let b = self.space.bdds.clone();
        let Some(given) = self.given(here, site, method) else { return };
        let handle = self.reference(site.args[0]);
        for slot in 0..self.java.layout.slots.len() {
            let Origin::Handle(_, handled) = self.java.layout.slots[slot].origin else { continue };
            let guard = b.and(&self.points_to(&handle, slot), &self.within);
            if b.is_false(&guard) {
                continue;
            }
            let outer = std::mem::replace(&mut self.within, guard);
            match handled {
                Handled::Field(field) => self.through_field(here, site, field, &given, access),
                Handled::Elements(array) => self.through_element(here, site, array, &given, access),
            }
            self.within = outer;
        }
    }

    fn through_field(&mut self, here: &Here<'p>, site: &CallSite, field: FieldId, given: &Given, access: Access) {
        let program = self.java.program;
        let Some((&(_, object), values)) = given.values.split_first() else { return };
        let reference = self.reference(object);
        let null = self.is_null(&reference);
        self.refuse(here, null, NULL_POINTER);
        let holder = program.field(field).class;
        for (slot, at) in self.touched(&reference, &|class| program.is_subtype(class, holder)) {
            self.convertible_access(here, site, at, Spot::Field(slot, field), values, given.result, access);
        }
    }

    fn through_element(&mut self, here: &Here<'p>, site: &CallSite, array: ClassId, given: &Given, access: Access) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let [(_, object), (Type::Int, index), values @ ..] = &given.values[..] else { return };
        let reference = self.reference(*object);
        let null = self.is_null(&reference);
        self.refuse(here, null, NULL_POINTER);
        let width = self.bits().max(self.java.layout.length_bits());
        let index = word::signed(&b, &self.int(*index), width);
        for (slot, at) in self.touched(&reference, &|class| program.is_subtype(class, array)) {
            let inside = word::below(&b, &index, &self.length(slot, width));
            self.throw_within(here, b.minus(&b.and(&at, &self.within), &inside), BOUNDS);
            let inside = b.and(&at, &inside);
            self.elements_at(here, site, slot, inside, &index, values, given.result, access);
        }
    }

    /// An access to the element of the array in a slot that an index says.
    #[expect(clippy::too_many_arguments, reason = "an access is all of these")]
    fn elements_at(
        &mut self,
        here: &Here<'p>,
        site: &CallSite,
        slot: usize,
        guard: Bdd,
        index: &[Bdd],
        values: &[(Type, Reg)],
        result: Type,
        access: Access,
    ) {
        let b = self.space.bdds.clone();
        let longest = self.java.layout.slots[slot].lengths.last().copied().unwrap_or(0);
        for array in self.arrays_in(slot) {
            let is_class = b.and(&guard, &self.slot_is(slot, &|other| other == array));
            for k in 0..longest {
                let at = b.and(&is_class, &word::is(&b, index, i64::from(k)));
                self.convertible_access(here, site, at, Spot::Element(slot, array, k), values, result, access);
            }
        }
    }

    /// An access of `Unsafe`, to what lies at an offset of an object.
    pub fn at_offset(&mut self, here: &Here<'p>, site: &CallSite, method: MethodId, access: Access) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let Some(given) = self.given(here, site, method) else { return };
        let [(_, object), (Type::Long, offset), values @ ..] = &given.values[..] else { return };
        let reference = self.reference(*object);
        let width = self.bits().max(self.java.layout.length_bits());
        let offset = word::signed(&b, &self.int(*offset), width);
        for (slot, at) in self.touched(&reference, &|_| true) {
            let inside = b.and(&at, &word::below(&b, &offset, &self.length(slot, width)));
            self.elements_at(here, site, slot, inside, &offset, values, given.result, access);
            for class in self.java.layout.slots[slot].classes.clone() {
                let is_class = b.and(&at, &self.slot_is(slot, &|other| other == class));
                for field in program.class(class).layout.fields.clone() {
                    let place = i64::from(program.field(field).place);
                    let at = b.and(&is_class, &word::is(&b, &offset, place));
                    self.convertible_access(here, site, at, Spot::Field(slot, field), values, given.result, access);
                }
            }
        }
    }

    /// An access whose values are of the type of the place, as objects too.
    #[expect(clippy::too_many_arguments, reason = "an access is all of these")]
    fn convertible_access(
        &mut self,
        here: &Here<'p>,
        site: &CallSite,
        at: Bdd,
        spot: Spot,
        values: &[(Type, Reg)],
        result: Type,
        access: Access,
    ) {
        let b = self.space.bdds.clone();
        let program = self.java.program;
        let ty = self.type_of(spot);
        let mut at = b.and(&at, &self.within);
        if b.is_false(&at)
            || is_floating(ty)
            || matches!(access, Access::Add { .. }) && !matches!(ty, Type::Int | Type::Long)
        {
            return;
        }
        for &(given, reg) in values {
            if given.is_ref() && ty.is_ref() {
                let Ok(wanted) = program.class_of_type(ty) else { return };
                let value = self.reference(reg);
                let fits = self.refers_to(&value, &|class| program.is_subtype(class, wanted));
                at = b.and(&at, &b.or(&fits, &self.is_null(&value)));
            } else if given != ty && (given, ty) != (Type::Int, Type::Long) {
                return;
            }
        }
        let gives_value = !matches!(access, Access::Set | Access::CompareAndSet);
        if gives_value && result != Type::Void && result != ty {
            let Some(wanted) = program.class_of_type(result).ok().filter(|_| result.is_ref() && ty.is_ref()) else {
                return;
            };
            let value = self.content(spot);
            let fits = self.refers_to(&value, &|class| program.is_subtype(class, wanted));
            at = b.and(&at, &b.or(&fits, &self.is_null(&value)));
        }
        let registers: Vec<Reg> = values.iter().map(|&(_, reg)| reg).collect();
        self.access(here, at, spot, access, &registers, site.dest);
    }
}
