//! What serialisation asks of a JVM. Constructors for deserialisation make an instance of one class with a constructor of a
//! superclass. The class to make is a field that the machine adds to `Constructor`.

use heddle_machine::{HEADER, Machine, Native, NativeResult, Ref};
use heddle_program::{ClassId, Injected};

use super::call::constructor_accessor;
use crate::rows::{Slots, class_argument, flag, nothing, object, pure};

const CONSTRUCTOR: &str = "java/lang/reflect/Constructor";
const INSTANCE: &str = "heddleInstance";

pub const INJECTED: &[Injected] = &[Injected { class: CONSTRUCTOR, name: INSTANCE, descriptor: "Ljava/lang/Class;" }];

pub const ROWS: &[Native] = &[
    pure("jdk/internal/reflect/ReflectionFactory", "generateConstructor", "", generate),
    pure("java/io/ObjectStreamClass", "initNative", "()V", nothing),
    pure("java/io/ObjectStreamClass", "hasStaticInitializer", "(Ljava/lang/Class;)Z", has_static_initializer),
];

fn has_static_initializer(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    flag(machine.program.class(class).initializer.is_some())
}

/// `generateConstructor(class, constructorToCall)`.
fn generate(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let original = args.object(2);
    let class = machine.class_of(original);
    let copy = machine.new_object(class)?;
    for place in 0..machine.program.class(class).layout.fields.len() as u32 {
        let value = machine.state.heap.cell(original + HEADER + place);
        machine.store(copy, HEADER + place, value);
    }
    machine.set_field(copy, INSTANCE, args[1]);
    machine.set_field(copy, "override", 1);
    let accessor = constructor_accessor(machine, copy)?;
    machine.set_field(copy, "constructorAccessor", accessor.into());
    object(copy)
}

/// The class of which a constructor makes instances, if that is not its own.
pub fn instance_class(machine: &mut Machine<'_>, constructor: Ref) -> Option<ClassId> {
    let mirror = machine.field(constructor, INSTANCE) as Ref;
    machine.class_of_mirror(mirror)
}
