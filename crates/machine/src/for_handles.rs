//! What linking of call sites, handles and reflection need from the machine beyond what every
//! native does.

use heddle_program::ir::ElementKind;
use heddle_program::{ClassId, FieldId, MethodId};

use crate::code::Body;
use crate::heap::{HEADER, Heap, Ref};
use crate::machine::{Machine, init_state};
use crate::native::Trap;

impl Machine<'_> {
    /// The key under which permanent objects are named that belong to a place in a class, apart
    /// from those of other kinds of places.
    pub fn platform_key(kind: &str, class: ClassId, position: u64) -> u64 {
        Self::text_key(&format!("{kind} {} {position}", class.0))
    }

    /// The key under which permanent objects are named that belong to a text.
    pub fn text_key(text: &str) -> u64 {
        5 << 56 | xxhash_rust::xxh3::xxh3_64(text.as_bytes()) >> 8
    }

    /// The `byte[]` of a string (not null), and whether it holds two bytes per character.
    #[inline]
    pub fn string_bytes(&mut self, string: Ref) -> (Ref, bool) {
        (self.field(string, "value") as Ref, self.field(string, "coder") != 0)
    }

    /// A new string of Latin-1 characters.
    pub fn new_latin1(&mut self, bytes: &[u8]) -> Result<Ref, Trap> {
        self.new_string_of(bytes, 0)
    }

    /// Whether accesses to a field are never visible to other threads: final and set before others can see it, or
    /// excluded from the state.
    pub fn is_invisible_field(&mut self, field: FieldId) -> bool {
        let info = self.program.field(field);
        let is_set = if info.is_static() { !self.is_replaceable(field) } else { self.is_frozen(field) };
        info.is_final() && is_set || self.is_unseen(field)
    }

    /// Writes a reference into an array, publishing what the array's readers can now reach. The
    /// caller has compared the index with the length and checked the value's class.
    pub fn store_array_ref(&mut self, array: Ref, index: u32, value: Ref) {
        self.store_element_ref(array, index, value);
    }

    /// Whether an array of references (of any type) can hold a value (not null).
    pub fn array_takes(&self, array: Ref, value: Ref) -> bool {
        self.fits(array, value)
    }

    /// The element of an array as an `int`-like, `long`-like or reference value.
    #[inline]
    pub fn element(&self, array: Ref, kind: ElementKind, index: u32) -> u64 {
        match kind {
            ElementKind::Boolean | ElementKind::Byte => u64::from(self.state.heap.load_i8(array, index) as i32 as u32),
            ElementKind::Char => u64::from(self.state.heap.load_u16(array, index)),
            ElementKind::Short => u64::from(self.state.heap.load_i16(array, index) as i32 as u32),
            ElementKind::Int | ElementKind::Float | ElementKind::Ref => {
                u64::from(self.state.heap.load_u32(array, index))
            }
            ElementKind::Long | ElementKind::Double => self.state.heap.load_u64(array, index),
        }
    }

    /// Writes an element that is no reference, journaled.
    #[inline]
    pub fn set_element(&mut self, array: Ref, kind: ElementKind, index: u32, value: u64) {
        self.log_elements(array, kind, index, index + 1);
        match kind {
            ElementKind::Boolean => self.state.heap.store_i8(array, index, (value & 1) as i8),
            ElementKind::Byte => self.state.heap.store_i8(array, index, value as i8),
            ElementKind::Char | ElementKind::Short => self.state.heap.store_u16(array, index, value as u16),
            ElementKind::Int | ElementKind::Float | ElementKind::Ref => {
                self.state.heap.store_u32(array, index, value as u32)
            }
            ElementKind::Long | ElementKind::Double => self.state.heap.store_u64(array, index, value),
        }
    }

    /// An instance field's value by field.
    #[inline]
    pub fn instance_field(&self, object: Ref, field: FieldId) -> u64 {
        self.state.heap.cell(object + HEADER + self.program.field(field).place)
    }

    /// Writes an instance field, narrowed to its type.
    pub fn set_instance_field(&mut self, object: Ref, field: FieldId, value: u64) {
        let info = self.program.field(field);
        if info.ty.is_ref() {
            self.store_ref(object, HEADER + info.place, value as Ref);
        } else {
            self.store(object, HEADER + info.place, Self::narrow(info.ty, value));
        }
    }

    /// Writes a static field, narrowed to its type.
    pub fn set_static(&mut self, field: FieldId, value: u64) {
        let info = self.program.field(field);
        self.class_state(info.class);
        if info.ty.is_ref() {
            self.publish(value as Ref);
        }
        self.store_static(info.place, Self::narrow(info.ty, value));
    }

    /// A static field's value; its class has been initialised.
    pub fn static_value(&mut self, field: FieldId) -> u64 {
        let info = self.program.field(field);
        self.class_state(info.class);
        self.state.heap.cell(info.place)
    }

    /// The class whose code calls the native that is running.
    pub fn caller(&self) -> Option<ClassId> {
        let frame = self.state.threads[self.stepper.current].frames.last()?;
        Some(self.program.method(frame.method).class)
    }

    /// The class-cast exception of a cast.
    pub fn cast_failure(&mut self, object: Ref, to: ClassId) -> Trap {
        self.class_cast(object, to)
    }

    /// Whether calling a method does nothing that other threads could notice before its first
    /// instruction: it has code, takes no monitor and, if static, its class is initialised.
    pub fn enters_quietly(&mut self, method: MethodId) -> Result<bool, Trap> {
        self.prepare_method(method)?;
        let state = &self.linkage.methods[method.index()];
        let plain = matches!(state.body, Body::Code(_)) && !state.synchronized;
        let is_static = state.is_static;
        Ok(plain && (!is_static || self.is_initialized(self.program.method(method).class)))
    }

    /// Whether a class of the user has yet to be initialised, by somebody other than the running
    /// thread if that is at it, before its statics can be used.
    pub fn awaits_initialization(&self, class: ClassId) -> bool {
        let class = self.program.class(class);
        let state = self.state.heap.cell(class.statics.init_cell);
        class.origin == heddle_program::Origin::User
            && state != init_state::DONE
            && state != init_state::RUNNING + self.stepper.current as u64
    }

    /// Initialises a class to its end within a native; only where nothing blocks.
    pub fn initialize_nested(&mut self, class: ClassId) -> Result<(), Trap> {
        self.initialize_now(class)
    }

    /// Whether an object lives as long as the machine.
    pub fn is_permanent(&self, object: Ref) -> bool {
        Heap::is_permanent(object)
    }
}
