//! A machine's view of classes: preparation (JVMS 5.4.2), mirrors, questions about the class of an object.

use heddle_program::ir::ElementKind;
use heddle_program::{Class, ClassId, ClassKind, LinkError, MethodId};

use crate::heap::{HEADER, Ref};
use crate::linkage::{ClassState, StaticKind};
use crate::machine::{Machine, init_state};
use crate::native::{Stop, Trap};
use crate::permanent::Names;

impl<'p> Machine<'p> {
    /// The machine's view of a class, preparing it (JVMS 5.4.2) when first asked.
    #[inline]
    pub(crate) fn class_state(&mut self, class: ClassId) -> ClassState<'p> {
        match self.linkage.classes.get(class.index()) {
            Some(state) if state.class.is_some() => *state,
            _ => self.prepare(class),
        }
    }

    #[cold]
    fn prepare(&mut self, id: ClassId) -> ClassState<'p> {
        if self.linkage.classes.len() <= id.index() {
            self.linkage.classes.resize(id.index() + 64, ClassState::default());
        }
        let class = self.program.class(id);
        let state = &mut self.linkage.classes[id.index()];
        state.class = Some(class);
        state.cells = class.layout.fields.len() as u32;
        state.init_cell = class.statics.init_cell;
        state.user = class.origin == heddle_program::Origin::User;
        state.explored = state.user || self.assumed.explores_initialization(self.program.text(class.name));
        self.note_static(class.statics.init_cell, StaticKind::Init, id);
        for &field in &class.fields {
            let field = self.program.field(field);
            if field.is_static() {
                self.note_static(field.place, if field.ty.is_ref() { StaticKind::Ref } else { StaticKind::Raw }, id);
            }
        }
        if class.is_array() || class.is_primitive() {
            if class.statics.init_cell != 0 {
                self.state.heap.set_cell(class.statics.init_cell, init_state::DONE);
            }
            return self.linkage.classes[id.index()];
        }
        for &field in &class.fields {
            let field = self.program.field(field);
            if let (true, Some(cp)) = (field.is_static(), field.constant_value) {
                let value = self.constant_value(id, cp);
                self.state.heap.set_cell(field.place, value);
            }
        }
        if crate::init::is_trivial(self.program, id) {
            self.state.heap.set_cell(class.statics.init_cell, init_state::DONE);
        }
        self.linkage.classes[id.index()]
    }

    fn note_static(&mut self, cell: u32, kind: StaticKind, owner: ClassId) {
        let at = cell as usize;
        if self.linkage.static_kinds.len() <= at {
            self.linkage.static_kinds.resize(at + 256, StaticKind::Raw);
            self.linkage.static_owners.resize(at + 256, owner);
        }
        self.linkage.static_kinds[at] = kind;
        self.linkage.static_owners[at] = owner;
    }

    fn constant_value(&mut self, class: ClassId, cp: u16) -> u64 {
        use heddle_classfile::Constant;
        let file = self.program.class(class).file.as_ref();
        match file.and_then(|f| f.constant(cp).ok()) {
            Some(Constant::Integer(v)) => u64::from(v as u32),
            Some(Constant::Float(bits)) => u64::from(bits),
            Some(Constant::Long(v)) => v as u64,
            Some(Constant::Double(bits)) => bits,
            Some(Constant::String { .. }) => {
                let text = file.and_then(|f| f.string_utf16(cp).ok()).unwrap_or_default();
                u64::from(self.intern(&text))
            }
            _ => 0,
        }
    }

    /// The `java.lang.Class` of a class, if somebody has asked for it before.
    pub fn known_mirror(&self, class: ClassId) -> Option<Ref> {
        self.linkage.classes.get(class.index()).map(|state| state.mirror).filter(|&mirror| mirror != 0)
    }

    /// The `java.lang.Class` of a class.
    pub fn mirror(&mut self, class: ClassId) -> Ref {
        let mirror = self.class_state(class).mirror;
        if mirror != 0 {
            return mirror;
        }
        let of_class = self.program.well_known().class;
        let key = Names::mirror(class);
        let mirror = self.permanently(key, |m| m.new_object(of_class)).unwrap_or(0);
        self.linkage.classes[class.index()].mirror = mirror;
        self.linkage.mirrors.insert(mirror, class);
        self.fill_mirror(mirror, class);
        mirror
    }

    /// Sets the fields of a mirror that the JDK's `Class` reads, as far as this JDK has them.
    fn fill_mirror(&mut self, mirror: Ref, id: ClassId) {
        let class = self.program.class(id);
        if let ClassKind::Array { component, .. } = class.kind {
            let component = self.mirror(component);
            self.init_field(mirror, "componentType", u64::from(component));
        }
        let name = self.program.class_name(id);
        let inner = class
            .file
            .as_ref()
            .and_then(|file| file.inner_classes().ok())
            .and_then(|inner| inner.iter().find(|entry| entry.inner == name).map(|entry| entry.access));
        let flags = inner.unwrap_or(class.access) & !heddle_program::access::SUPER;
        self.init_field(mirror, "modifiers", u64::from(flags));
        self.init_field(mirror, "primitive", u64::from(class.is_primitive()));
        self.init_field(mirror, "classFileAccessFlags", u64::from(class.access));
    }

    /// A field of a fresh permanent object, if its class has it.
    fn init_field(&mut self, object: Ref, name: &'static str, value: u64) {
        let class = ClassId(self.state.heap.class_of(object));
        if let Some(field) = self.place(class, name) {
            let place = HEADER + self.program.field(field).place;
            self.state.heap.set_cell(object + place, value);
        }
    }

    /// The class that a mirror stands for.
    pub fn class_of_mirror(&self, mirror: Ref) -> Option<ClassId> {
        self.linkage.mirrors.get(&mirror).copied()
    }

    /// The class of an object.
    #[inline]
    pub fn class_of(&self, object: Ref) -> ClassId {
        ClassId(self.state.heap.class_of(object))
    }

    /// Whether a class is on an object's superclass chain: a class at depth n is found at position
    /// n of the chain of each of its subclasses.
    #[inline]
    fn is_subclass(&self, object: Ref, class: ClassId) -> bool {
        let Some(ClassState { class: Some(sup), .. }) = self.linkage.classes.get(class.index()) else { return false };
        let depth = sup.display.len();
        depth > 0 && self.linked_class(object).display.get(depth - 1) == Some(&class)
    }

    /// The linked class of an object.
    #[inline(always)]
    pub(crate) fn linked_class(&self, object: Ref) -> &'p Class {
        self.linkage.classes[self.state.heap.class_of(object) as usize].class.expect("classes of objects are prepared")
    }

    /// The method that a virtual call selects.
    #[inline(always)]
    pub(crate) fn virtual_target(&self, object: Ref, index: u32) -> MethodId {
        self.linked_class(object).vtable[index as usize]
    }

    /// The kind of an array's elements; `None` if the object is not an array.
    pub fn element_kind(&self, object: Ref) -> Option<ElementKind> {
        match self.linked_class(object).kind {
            ClassKind::Array { kind, .. } => Some(kind),
            _ => None,
        }
    }

    /// Whether an object (not null) is an instance of a class.
    #[inline]
    pub fn is_instance(&self, object: Ref, class: ClassId) -> bool {
        let own = self.class_of(object);
        own == class || self.is_subclass(object, class) || self.program.is_subtype(own, class)
    }

    /// Loads a class by internal name, as the Java error if that fails.
    pub fn load(&mut self, name: &str) -> Result<ClassId, Trap> {
        self.program.load(name).map_err(|e| self.link_error(e))
    }

    /// The Java exception for a failure to link.
    pub fn link_error(&mut self, error: LinkError) -> Trap {
        self.throw(error.java_class, &error.message)
    }

    /// A method by class, name and descriptor; a bug in the tables if it is missing.
    pub fn method(&mut self, class: ClassId, name: &str, descriptor: &str) -> Result<MethodId, Trap> {
        self.program.find_method(class, name, descriptor).ok_or_else(|| {
            let class = self.program.class_name(class);
            Trap::Stop(Stop::Unsupported(format!("method {class}.{name}{descriptor} is not in this JDK")))
        })
    }
}
