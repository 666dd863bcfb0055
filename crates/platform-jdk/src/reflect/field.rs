//! `Field.get*` and `Field.set*`: checks and conversions here, then a written method that accesses
//! the field, so that other threads notice it like any other access.

use heddle_machine::{Args, Machine, Native, NativeResult, Trap, names};
use heddle_program::{FieldId, MethodId, Type, access};

use super::call::{caller, check_access, illegal};
use super::field_of;
use super::members::is_record;
use crate::emit::{self, ClassBuilder, convert_argument, mangle, widens};
use crate::handles::{letter, unbox_to, widen};
use crate::rows::{Slots, local, null_pointer};

const FIELD: &str = "java/lang/reflect/Field";
const OBJECT: &str = "Ljava/lang/Object;";
const CALL: &str = "call";

pub const ROWS: &[Native] = &[
    local(FIELD, "get", "(Ljava/lang/Object;)Ljava/lang/Object;", |m, args| get(m, args, None)),
    local(FIELD, "getBoolean", "(Ljava/lang/Object;)Z", |m, args| get(m, args, Some(Type::Boolean))),
    local(FIELD, "getByte", "(Ljava/lang/Object;)B", |m, args| get(m, args, Some(Type::Byte))),
    local(FIELD, "getChar", "(Ljava/lang/Object;)C", |m, args| get(m, args, Some(Type::Char))),
    local(FIELD, "getShort", "(Ljava/lang/Object;)S", |m, args| get(m, args, Some(Type::Short))),
    local(FIELD, "getInt", "(Ljava/lang/Object;)I", |m, args| get(m, args, Some(Type::Int))),
    local(FIELD, "getLong", "(Ljava/lang/Object;)J", |m, args| get(m, args, Some(Type::Long))),
    local(FIELD, "getFloat", "(Ljava/lang/Object;)F", |m, args| get(m, args, Some(Type::Float))),
    local(FIELD, "getDouble", "(Ljava/lang/Object;)D", |m, args| get(m, args, Some(Type::Double))),
    local(FIELD, "set", "(Ljava/lang/Object;Ljava/lang/Object;)V", |m, args| set(m, args, None)),
    local(FIELD, "setBoolean", "(Ljava/lang/Object;Z)V", |m, args| set(m, args, Some(Type::Boolean))),
    local(FIELD, "setByte", "(Ljava/lang/Object;B)V", |m, args| set(m, args, Some(Type::Byte))),
    local(FIELD, "setChar", "(Ljava/lang/Object;C)V", |m, args| set(m, args, Some(Type::Char))),
    local(FIELD, "setShort", "(Ljava/lang/Object;S)V", |m, args| set(m, args, Some(Type::Short))),
    local(FIELD, "setInt", "(Ljava/lang/Object;I)V", |m, args| set(m, args, Some(Type::Int))),
    local(FIELD, "setLong", "(Ljava/lang/Object;J)V", |m, args| set(m, args, Some(Type::Long))),
    local(FIELD, "setFloat", "(Ljava/lang/Object;F)V", |m, args| set(m, args, Some(Type::Float))),
    local(FIELD, "setDouble", "(Ljava/lang/Object;D)V", |m, args| set(m, args, Some(Type::Double))),
];

/// Checks access and receiver; the field and the receiver as arguments.
fn prepare(machine: &mut Machine<'_>, args: &[u64], getter: bool) -> Result<(FieldId, Args), Trap> {
    let field = field_of(machine, args.object(0))?;
    let program = machine.program;
    let info = program.field(field);
    let caller = caller(machine);
    let receiver = args.object(1);
    if !info.is_static() && receiver == 0 {
        return Err(null_pointer(machine));
    }
    check_access(machine, args.object(0), caller, info.class, info.access)?;
    let mut actual = Args::new();
    if !info.is_static() {
        if !machine.is_instance(receiver, info.class) {
            let own = names::external(program, machine.class_of(receiver));
            let message = if program.jdk_feature() >= 21 {
                format!("Can not {} {} on {own}", if getter { "get" } else { "set" }, describe(machine, field))
            } else {
                format!("Can not set {} to {own}", describe(machine, field))
            };
            return Err(illegal(machine, &message));
        }
        actual.push(args[1]);
    }
    Ok((field, actual))
}

/// `static final int field a.B.c`.
fn describe(machine: &Machine<'_>, field: FieldId) -> String {
    let program = machine.program;
    let info = program.field(field);
    let mut text = String::new();
    for (set, word) in [(info.is_static(), "static "), (info.is_final(), "final ")] {
        if set {
            text.push_str(word);
        }
    }
    let ty = class_style(program.text(info.descriptor));
    format!("{text}{ty} field {}.{}", names::external(program, info.class), program.text(info.name))
}

/// A type as `Class.getName` gives it.
fn class_style(descriptor: &str) -> String {
    if descriptor.starts_with('[') {
        return descriptor.replace('/', ".");
    }
    heddle_program::descriptor::external_type(descriptor)
}

fn get(machine: &mut Machine<'_>, args: &[u64], wanted: Option<Type>) -> NativeResult {
    let (field, actual) = prepare(machine, args, true)?;
    let ty = machine.program.field(field).ty;
    let refused = wanted.filter(|&wanted| ty.is_ref() || !widens(letter(ty), letter(wanted)));
    if let Some(wanted) = refused {
        let program = machine.program;
        let info = program.field(field);
        let message = format!(
            "Attempt to get {} field \"{}.{}\" with illegal data type conversion to {}",
            class_style(program.text(info.descriptor)),
            names::external(program, info.class),
            program.text(info.name),
            heddle_program::descriptor::external_type(letter(wanted)),
        );
        return Err(illegal(machine, &message));
    }
    let result = wanted.map_or(OBJECT, letter);
    let key = (emit::kind::ACCESSOR, field.0, u32::from(result.as_bytes()[0]));
    let target = emit::written(machine, key, |m| accessor(m, field, Some(result)))?;
    Err(Trap::Tail(target, actual))
}

fn set(machine: &mut Machine<'_>, args: &[u64], given: Option<Type>) -> NativeResult {
    let (field, mut actual) = prepare(machine, args, false)?;
    let program = machine.program;
    let info = program.field(field);
    let given_text = |machine: &mut Machine<'_>| match given {
        None if args.object(2) == 0 => "null value".to_owned(),
        None => names::external(machine.program, machine.class_of(args.object(2))),
        Some(ty) => {
            format!("({}){}", heddle_program::descriptor::external_type(letter(ty)), primitive_text(ty, args[2]))
        }
    };
    let accessible = machine.field(args.object(0), "override") != 0;
    if info.is_final() && (!accessible || info.is_static() || is_record(machine, info.class)) {
        let message = format!("Can not set {} to {}", describe(machine, field), given_text(machine));
        return Err(machine.throw("java/lang/IllegalAccessException", &message));
    }
    let value = match given {
        Some(given) if !info.ty.is_ref() && widens(letter(given), letter(info.ty)) => {
            Some(widen(given, info.ty, args[2]))
        }
        Some(_) => None,
        None if info.ty.is_ref() => {
            let class = program.class_of_type(info.ty).map_err(|error| machine.link_error(error))?;
            let fits = args.object(2) == 0 || machine.is_instance(args.object(2), class);
            fits.then_some(args[2])
        }
        None if args.object(2) == 0 => None,
        None => unbox_to(machine, args.object(2), info.ty),
    };
    let Some(value) = value else {
        let message = format!("Can not set {} to {}", describe(machine, field), given_text(machine));
        return Err(illegal(machine, &message));
    };
    actual.push(value);
    if info.ty.is_wide() {
        actual.push(value);
    }
    let key = (emit::kind::ACCESSOR, field.0, 0);
    let target = emit::written(machine, key, |m| accessor(m, field, None))?;
    Err(Trap::Tail(target, actual))
}

/// A primitive value as Java prints it, as far as messages need it.
fn primitive_text(ty: Type, value: u64) -> String {
    match ty {
        Type::Boolean => (value as u32 != 0).to_string(),
        Type::Char => char::from_u32(value as u32).unwrap_or('\u{FFFD}').to_string(),
        Type::Long => (value as i64).to_string(),
        Type::Float => format!("{:?}", f32::from_bits(value as u32)),
        Type::Double => format!("{:?}", f64::from_bits(value)),
        _ => (value as u32 as i32).to_string(),
    }
}

/// A static method that reads the field as a type, or writes it.
fn accessor(machine: &mut Machine<'_>, field: FieldId, result: Option<&str>) -> Result<MethodId, Trap> {
    let program = machine.program;
    let info = program.field(field);
    let holder = program.class_name(info.class);
    let (name, ty) = (program.text(info.name), program.text(info.descriptor));
    let receiver = if info.is_static() { String::new() } else { program.descriptor_of(info.class) };
    let own = match result {
        Some(result) => format!("({receiver}){result}"),
        None => format!("({receiver}{ty})V"),
    };
    let class_name = format!("{holder}$$Field/{}", mangle(&format!("{name}{ty}{own}")));
    let class = emit::define(machine, &class_name, || {
        let mut class = ClassBuilder::new(&class_name, "java/lang/Object");
        class.method(access::STATIC, CALL, &own, |code| {
            if !info.is_static() {
                code.load_this();
            }
            match result {
                Some(result) => {
                    if info.is_static() {
                        code.get_static(holder, name, ty);
                    } else {
                        code.get_field(holder, name, ty);
                    }
                    convert_argument(code, ty, result);
                    code.ret(result);
                }
                None => {
                    code.load(ty, u16::from(!info.is_static()));
                    if info.is_static() {
                        code.put_static(holder, name, ty);
                    } else {
                        code.put_field(holder, name, ty);
                    }
                    code.ret("V");
                }
            }
        });
        class
    })?;
    Ok(emit::method_of(machine, class, CALL))
}
