//! Classes that the machine itself refers to, loaded when a program is opened.

use crate::descriptor::{PRIMITIVES, primitive_index};
use crate::ir::ElementKind;
use crate::program::{LinkError, Program};
use crate::{ClassId, Type};

macro_rules! well_known {
    ($($field:ident = $name:literal,)*) => {
        /// Ids of classes that the machine refers to.
        #[derive(Clone, Debug)]
        pub struct WellKnown {
            $(#[doc = concat!("`", $name, "`")] pub $field: ClassId,)*
            /// Primitive types in the order `boolean, byte, char, short, int, long, float, double,
            /// void`.
            pub primitives: [ClassId; 9],
            /// Arrays of the first eight, in the same order.
            pub primitive_arrays: [ClassId; 8],
        }

        impl WellKnown {
            pub(crate) fn load(program: &Program, primitives: [ClassId; 9]) -> Result<Self, LinkError> {
                let mut primitive_arrays = [ClassId(0); 8];
                for (array, (_, _, letter)) in primitive_arrays.iter_mut().zip(PRIMITIVES) {
                    *array = program.load(&format!("[{letter}"))?;
                }
                Ok(Self { $($field: program.load($name)?,)* primitives, primitive_arrays })
            }
        }
    };
}

well_known! {
    object = "java/lang/Object",
    cloneable = "java/lang/Cloneable",
    serializable = "java/io/Serializable",
    string = "java/lang/String",
    class = "java/lang/Class",
    thread = "java/lang/Thread",
    throwable = "java/lang/Throwable",
    error = "java/lang/Error",
    runtime_exception = "java/lang/RuntimeException",
    enumeration = "java/lang/Enum",
    record = "java/lang/Record",
    number = "java/lang/Number",
    boxed_boolean = "java/lang/Boolean",
    boxed_byte = "java/lang/Byte",
    boxed_char = "java/lang/Character",
    boxed_short = "java/lang/Short",
    boxed_int = "java/lang/Integer",
    boxed_long = "java/lang/Long",
    boxed_float = "java/lang/Float",
    boxed_double = "java/lang/Double",
    boxed_void = "java/lang/Void",
    reference = "java/lang/ref/Reference",
    method_handle = "java/lang/invoke/MethodHandle",
    method_type = "java/lang/invoke/MethodType",
    var_handle = "java/lang/invoke/VarHandle",
    stack_trace_element = "java/lang/StackTraceElement",
    object_array = "[Ljava/lang/Object;",
    string_array = "[Ljava/lang/String;",
    class_array = "[Ljava/lang/Class;",
}

impl WellKnown {
    /// The class of a primitive type or `void`; `None` for a reference type.
    pub fn primitive(&self, ty: Type) -> Option<ClassId> {
        primitive_index(ty).map(|at| self.primitives[at])
    }

    /// The array class with elements of a kind; `Object[]` for references.
    pub fn array_of_kind(&self, kind: ElementKind) -> ClassId {
        match kind {
            ElementKind::Boolean => self.primitive_arrays[0],
            ElementKind::Byte => self.primitive_arrays[1],
            ElementKind::Char => self.primitive_arrays[2],
            ElementKind::Short => self.primitive_arrays[3],
            ElementKind::Int => self.primitive_arrays[4],
            ElementKind::Long => self.primitive_arrays[5],
            ElementKind::Float => self.primitive_arrays[6],
            ElementKind::Double => self.primitive_arrays[7],
            ElementKind::Ref => self.object_array,
        }
    }

    /// The box of a primitive type; `None` for a reference type.
    pub fn boxed(&self, ty: Type) -> Option<ClassId> {
        Some(match ty {
            Type::Boolean => self.boxed_boolean,
            Type::Byte => self.boxed_byte,
            Type::Char => self.boxed_char,
            Type::Short => self.boxed_short,
            Type::Int => self.boxed_int,
            Type::Long => self.boxed_long,
            Type::Float => self.boxed_float,
            Type::Double => self.boxed_double,
            Type::Void => self.boxed_void,
            Type::Ref(_) => return None,
        })
    }
}
