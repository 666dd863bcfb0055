//! Classes, methods and fields as linked: what [`crate::link`] makes and everybody else reads.

use std::sync::OnceLock;

use heddle_classfile::ClassFile;
use rustc_hash::FxHashMap;

use crate::ir::{Code, ElementKind};
use crate::{ClassId, FieldId, MethodId, Symbol};

/// Access flags of classes, fields and methods (JVMS tables 4.1-B, 4.5-A, 4.6-A).
pub mod access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const SUPER: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
}

/// Where a class came from. Classes of the JDK initialise once and for all, those of the user as
/// part of the explored behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Jdk,
    User,
}

/// The type of a field, parameter or result as far as the machine cares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Void,
    /// A class, interface or array; the symbol is its name in internal form
    /// (`java/lang/String`, `[I`, `[Ljava/lang/String;`).
    Ref(Symbol),
}

impl Type {
    #[inline]
    pub fn is_ref(self) -> bool {
        matches!(self, Self::Ref(_))
    }

    /// Whether a value takes two JVM slots.
    #[inline]
    pub fn is_wide(self) -> bool {
        matches!(self, Self::Long | Self::Double)
    }

    /// Number of JVM slots of a value: 0, 1 or 2.
    #[inline]
    pub fn slots(self) -> u16 {
        match self {
            Self::Void => 0,
            Self::Long | Self::Double => 2,
            _ => 1,
        }
    }
}

/// What kind of type a [`Class`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Instance,
    Interface,
    Array {
        /// The class one dimension down: `int` for `[I`, `[I` for `[[I`.
        component: ClassId,
        kind: ElementKind,
    },
    /// One of the nine of [`Type`] that are not references.
    Primitive(Type),
}

/// Cells of an instance, without the machine's header. Each field takes one 64-bit cell.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// All instance fields, those of superclasses first; `fields[slot]`.
    pub fields: Box<[FieldId]>,
    /// Slots that hold references, ascending.
    pub refs: Box<[u16]>,
    /// Slots that hold `long`s, ascending.
    pub longs: Box<[u16]>,
}

/// Cells of a class's static fields within the machine's area of statics.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statics {
    /// The cell with the class's initialisation state; its static fields follow.
    pub init_cell: u32,
    pub fields: u32,
}

/// A linked class. Immutable but for lazily filled caches.
#[derive(Debug)]
pub struct Class {
    pub id: ClassId,
    /// Internal form: `java/lang/String`, `[I`, `int`.
    pub name: Symbol,
    pub access: u16,
    pub origin: Origin,
    /// Whose names the class's code uses: 0 for the JDK and the class path, else the number of a
    /// class loader of the program.
    pub space: u32,
    pub kind: ClassKind,
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces, in order.
    pub interfaces: Box<[ClassId]>,
    /// The superclass chain from `java/lang/Object` down to this class itself.
    pub display: Box<[ClassId]>,
    /// All superinterfaces (and the class itself if it is one), sorted by id.
    pub all_interfaces: Box<[ClassId]>,
    /// Declared fields and methods, in class-file order.
    pub fields: Box<[FieldId]>,
    pub methods: Box<[MethodId]>,
    pub layout: Layout,
    pub statics: Statics,
    /// Selected methods by virtual index (JVMS 5.4.6), those of superclasses first. Not used for
    /// interfaces.
    pub vtable: Box<[MethodId]>,
    /// Declared methods by name and descriptor.
    pub method_index: FxHashMap<(Symbol, Symbol), MethodId>,
    /// Declared fields by name and descriptor.
    pub field_index: FxHashMap<(Symbol, Symbol), FieldId>,
    /// The `<clinit>` of this class, if it has one.
    pub initializer: Option<MethodId>,
    /// Whether initialising a class that implements this interface initialises it (JLS 12.4.1):
    /// it declares a non-abstract, non-static method.
    pub has_default_methods: bool,
    /// The host for private access between nest mates; the class itself if it has no other.
    pub nest_host: OnceLock<ClassId>,
    /// The parsed file; absent for arrays, primitives and synthesised classes.
    pub file: Option<Box<ClassFile>>,
}

impl Class {
    #[inline]
    pub fn is_interface(&self) -> bool {
        matches!(self.kind, ClassKind::Interface)
    }

    #[inline]
    pub fn is_array(&self) -> bool {
        matches!(self.kind, ClassKind::Array { .. })
    }

    #[inline]
    pub fn is_primitive(&self) -> bool {
        matches!(self.kind, ClassKind::Primitive(_))
    }

    #[inline]
    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }
}

/// A declared method.
#[derive(Debug)]
pub struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub name: Symbol,
    pub descriptor: Symbol,
    pub access: u16,
    /// Parameter types without the receiver.
    pub params: Box<[Type]>,
    pub result: Type,
    /// JVM slots of all arguments, receiver included.
    pub arg_slots: u16,
    /// The index into `vtable`, for methods that are selected by the receiver's class.
    pub virtual_index: Option<u32>,
    /// Position among the methods of the class file; `None` if synthesised.
    pub file_index: Option<u16>,
    /// Signature polymorphic (JVMS 2.9.3).
    pub polymorphic: bool,
    /// Annotated as caller sensitive or hidden frames are of no use to the machine; what it needs
    /// is the register form, made when first asked for.
    pub code: OnceLock<Result<Code, crate::LinkError>>,
}

impl Method {
    #[inline]
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    #[inline]
    pub fn is_native(&self) -> bool {
        self.access & access::NATIVE != 0
    }

    #[inline]
    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    #[inline]
    pub fn is_synchronized(&self) -> bool {
        self.access & access::SYNCHRONIZED != 0
    }

    #[inline]
    pub fn is_private(&self) -> bool {
        self.access & access::PRIVATE != 0
    }
}

/// A declared field.
#[derive(Debug)]
pub struct Field {
    pub id: FieldId,
    pub class: ClassId,
    pub name: Symbol,
    pub descriptor: Symbol,
    pub access: u16,
    pub ty: Type,
    /// Instance: the slot in [`Layout::fields`]. Static: the cell in the area of statics.
    pub place: u32,
    /// Constant-pool index of a `ConstantValue`, if any.
    pub constant_value: Option<u16>,
    /// Position among the fields of the class file; `None` for a field that the machine injected.
    pub file_index: Option<u16>,
}

impl Field {
    #[inline]
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    #[inline]
    pub fn is_final(&self) -> bool {
        self.access & access::FINAL != 0
    }

    #[inline]
    pub fn is_volatile(&self) -> bool {
        self.access & access::VOLATILE != 0
    }
}
