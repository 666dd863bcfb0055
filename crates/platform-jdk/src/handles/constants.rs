//! `ConstantBootstraps`: the bootstrap methods of dynamic constants that would look inside handles or
//! initialise classes in an order that only HotSpot's start-up provides. The others run as they are.

use heddle_machine::{Machine, Native, NativeResult};
use heddle_program::effect::{PURE, Source};
use heddle_program::{Type, access};

use super::arguments::illegal;
use super::boxes::box_value;
use crate::rows::{Slots, class_argument, null_pointer, object, pure, row};

const CLASS: &str = "java/lang/invoke/ConstantBootstraps";

pub const ROWS: &[Native] = &[
    pure(CLASS, "primitiveClass", "", primitive_class),
    row(
        CLASS,
        "getStaticFinal",
        "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/Object;",
        static_final,
        PURE.giving(Source::Existing("java/lang/Object")),
    ),
];

/// `primitiveClass(lookup, name, type)`: the name is a descriptor.
fn primitive_class(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(1));
    let ty = match &*name {
        "V" => Some(Type::Void),
        name if name.len() == 1 => machine.program.type_of(name),
        _ => None,
    };
    match ty {
        Some(ty) => {
            let class = machine.program.primitive(ty);
            object(machine.mirror(class))
        }
        None => Err(illegal(machine, &format!("not primitive: {name}"))),
    }
}

/// `getStaticFinal(lookup, name, type, declaringClass)`.
fn static_final(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if args.object(1) == 0 {
        return Err(null_pointer(machine));
    }
    let name = machine.string(args.object(1));
    let ty = class_argument(machine, args, 2)?;
    let holder = class_argument(machine, args, 3)?;
    let program = machine.program;
    let descriptor = program.descriptor_of(ty);
    let found = program.find_field(holder, &name).filter(|&f| program.text(program.field(f).descriptor) == descriptor);
    let Some(field) = found else { return Err(machine.throw("java/lang/NoSuchFieldError", &name)) };
    let info = program.field(field);
    if info.access & (access::STATIC | access::FINAL) != access::STATIC | access::FINAL {
        let message = format!("{name} is not a static final field");
        return Err(machine.throw("java/lang/IncompatibleClassChangeError", &message));
    }
    machine.initialize_nested(info.class)?;
    let value = machine.static_value(field);
    box_value(machine, info.ty, value).and_then(object)
}
