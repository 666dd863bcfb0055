//! The natives of `java.lang.Class` that list members and nested classes.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::effect::{PURE, Source};
use heddle_program::{ClassId, MethodId, Origin, access};

use super::members::{array_of, new_constructor, new_field, new_method, record_components};
use super::order;
use crate::rows::{Slots, class_argument, object, pure, row};

const CLASS: &str = "java/lang/Class";

pub const ROWS: &[Native] = &[
    pure(CLASS, "getDeclaredFields0", "", declared_fields),
    pure(CLASS, "getDeclaredMethods0", "", declared_methods),
    pure(CLASS, "getDeclaredConstructors0", "", declared_constructors),
    pure(CLASS, "getDeclaredClasses0", "", declared_classes),
    pure(CLASS, "getRecordComponents0", "", components),
    row(
        CLASS,
        "getEnumConstantsShared",
        "()[Ljava/lang/Object;",
        enum_constants,
        PURE.giving(Source::Existing("[Ljava/lang/Enum;")),
    ),
    pure(CLASS, "getDeclaredField", "(Ljava/lang/String;)Ljava/lang/reflect/Field;", declared_field),
    pure(
        CLASS,
        "getDeclaredMethod",
        "(Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;",
        declared_method,
    ),
    pure(CLASS, "getDeclaredConstructor", "([Ljava/lang/Class;)Ljava/lang/reflect/Constructor;", declared_constructor),
];

// The JDK answers the three questions after one member from caches in the class, which all threads
// see. For the user's classes (the JDK hides some members of its own) they are answered directly;
// in case of failure the JDK's code throws what there is to throw.

fn of_user(machine: &mut Machine<'_>, args: &[u64]) -> Result<ClassId, Trap> {
    let class = class_argument(machine, args, 0)?;
    match machine.program.class(class).origin {
        Origin::User => Ok(class),
        Origin::Jdk => Err(Trap::Bytecode),
    }
}

fn declared_field(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = of_user(machine, args)?;
    if args.object(1) == 0 {
        return Err(Trap::Bytecode);
    }
    let name = machine.string(args.object(1));
    let program = machine.program;
    let found = program.class(class).fields.iter().find(|&&field| program.text(program.field(field).name) == name);
    match found {
        Some(&field) => new_field(machine, field).and_then(object),
        None => Err(Trap::Bytecode),
    }
}

/// The descriptors of an array of classes, which may be null for none.
fn parameter_list(machine: &mut Machine<'_>, array: Ref) -> Result<String, Trap> {
    let mut list = "(".to_owned();
    for index in 0..if array == 0 { 0 } else { machine.state.heap.len(array) } {
        let mirror = machine.state.heap.load_u32(array, index);
        match machine.class_of_mirror(mirror) {
            Some(class) => list.push_str(&machine.program.descriptor_of(class)),
            None => return Err(Trap::Bytecode),
        }
    }
    Ok(list + ")")
}

/// Of several methods that differ in their results, the JDK gives the one with the most specific.
fn declared_method(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = of_user(machine, args)?;
    if args.object(1) == 0 {
        return Err(Trap::Bytecode);
    }
    let name = machine.string(args.object(1));
    let params = parameter_list(machine, args.object(2))?;
    let program = machine.program;
    let mut best: Option<MethodId> = None;
    for &id in &program.class(class).methods {
        let method = program.method(id);
        let matches = program.text(method.name) == name && program.text(method.descriptor).starts_with(&params);
        if !matches || name.starts_with('<') {
            continue;
        }
        let more_specific = best.is_none_or(|best| {
            let old = program.class_of_type(program.method(best).result);
            match (old, program.class_of_type(method.result)) {
                (Ok(old), Ok(new)) => new != old && program.is_subtype(new, old),
                _ => false,
            }
        });
        if more_specific {
            best = Some(id);
        }
    }
    match best {
        Some(method) => new_method(machine, method).and_then(object),
        None => Err(Trap::Bytecode),
    }
}

fn declared_constructor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = of_user(machine, args)?;
    let params = parameter_list(machine, args.object(1))?;
    match machine.program.find_declared_method(class, "<init>", &format!("{params}V")) {
        Some(constructor) => new_constructor(machine, constructor).and_then(object),
        None => Err(Trap::Bytecode),
    }
}

/// `(publicOnly)` of the first three.
fn wanted(args: &[u64], flags: u16) -> bool {
    !args.flag(1) || flags & access::PUBLIC != 0
}

fn declared_fields(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let program = machine.program;
    let mut fields = Vec::new();
    for &id in &program.class(class).fields {
        let field = program.field(id);
        if field.file_index.is_some() && wanted(args, field.access) {
            fields.push(new_field(machine, id)?);
        }
    }
    array_of(machine, "java/lang/reflect/Field", &fields).and_then(object)
}

fn declared_methods(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let program = machine.program;
    let mut methods = Vec::new();
    if !program.class(class).is_array() {
        for id in order::methods(program, class) {
            let method = program.method(id);
            if !program.text(method.name).starts_with('<') && wanted(args, method.access) {
                methods.push(new_method(machine, id)?);
            }
        }
    }
    array_of(machine, "java/lang/reflect/Method", &methods).and_then(object)
}

fn declared_constructors(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let program = machine.program;
    let mut constructors = Vec::new();
    for id in order::methods(program, class) {
        let method = program.method(id);
        if program.text(method.name) == "<init>" && wanted(args, method.access) {
            constructors.push(new_constructor(machine, id)?);
        }
    }
    array_of(machine, "java/lang/reflect/Constructor", &constructors).and_then(object)
}

fn declared_classes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let program = machine.program;
    let own = program.class_name(class);
    let mut mirrors = Vec::new();
    if let Some(file) = &program.class(class).file {
        for row in file.inner_classes().unwrap_or_default() {
            if row.outer.as_deref() == Some(own) && row.name.is_some() {
                let nested = machine.load(&row.inner)?;
                mirrors.push(machine.mirror(nested));
            }
        }
    }
    array_of(machine, CLASS, &mirrors).and_then(object)
}

fn components(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    record_components(machine, class).and_then(object)
}

/// The constants of an enum as its own class keeps them; null if the class is no enum.
fn enum_constants(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    let program = machine.program;
    let info = program.class(class);
    if info.access & access::ENUM == 0 || info.superclass != Some(program.well_known().enumeration) {
        return object(0);
    }
    machine.ensure_initialized(class)?;
    match values_field(machine, class) {
        Some(field) => Ok(machine.static_value(field)),
        None => Err(Trap::Bytecode),
    }
}

/// The field in which compilers keep the constants: a private static array of the enum's type.
fn values_field(machine: &Machine<'_>, class: ClassId) -> Option<heddle_program::FieldId> {
    let program = machine.program;
    let descriptor = format!("[{}", program.descriptor_of(class));
    ["$VALUES", "ENUM$VALUES"].iter().find_map(|name| program.find_declared_field(class, name, &descriptor))
}
