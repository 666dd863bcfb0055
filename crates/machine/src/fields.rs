//! Fields by name, for natives.

use heddle_program::{ClassId, FieldId, Type};

use crate::heap::{HEADER, Ref};
use crate::machine::Machine;

impl Machine<'_> {
    /// The field of a class or its superclasses with that name.
    pub fn place(&mut self, class: ClassId, name: &'static str) -> Option<FieldId> {
        if let Some(&field) = self.linkage.places.get(&(class, name)) {
            return field;
        }
        let field = self.program.find_field(class, name);
        self.linkage.places.insert((class, name), field);
        field
    }

    /// Reads a field by name; 0 if this JDK's class has none.
    pub fn field(&mut self, object: Ref, name: &'static str) -> u64 {
        let class = self.class_of(object);
        match self.place(class, name) {
            Some(field) => self.state.heap.cell(object + HEADER + self.program.field(field).place),
            None => 0,
        }
    }

    /// Writes a field by name; returns whether this JDK's class has it.
    pub fn set_field(&mut self, object: Ref, name: &'static str, value: u64) -> bool {
        let class = self.class_of(object);
        let Some(field) = self.place(class, name) else { return false };
        let field = self.program.field(field);
        if field.ty.is_ref() {
            self.store_ref(object, HEADER + field.place, value as Ref);
        } else {
            self.store(object, HEADER + field.place, value);
        }
        true
    }

    /// Reads a static field by name; 0 if this JDK's class has none.
    pub fn static_field(&mut self, class: ClassId, name: &'static str) -> u64 {
        self.class_state(class);
        match self.place(class, name) {
            Some(field) => self.state.heap.cell(self.program.field(field).place),
            None => 0,
        }
    }

    /// Writes a static field by name; returns whether this JDK's class has it.
    pub fn set_static_field(&mut self, class: ClassId, name: &'static str, value: u64) -> bool {
        self.class_state(class);
        let Some(field) = self.place(class, name) else { return false };
        let field = self.program.field(field);
        if field.ty.is_ref() {
            self.publish(value as Ref);
        }
        self.store_static(field.place, value);
        true
    }

    /// Narrows an `int` to what a field or element of that type keeps.
    #[inline]
    pub fn narrow(ty: Type, value: u64) -> u64 {
        match ty {
            Type::Boolean => value & 1,
            Type::Byte => u64::from(value as i8 as i32 as u32),
            Type::Char => value & 0xffff,
            Type::Short => u64::from(value as i16 as i32 as u32),
            Type::Int | Type::Float | Type::Ref(_) => value & 0xffff_ffff,
            Type::Long | Type::Double | Type::Void => value,
        }
    }
}
