//! `Lookup.unreflect` and its relatives: handles for what reflection has found.

use heddle_machine::{Machine, Native, NativeResult, Ref, Trap};
use heddle_program::{ClassId, FieldId, MethodId};

use super::lookup::{Seeker, Wanted, check_special_caller, new_instance_handle, seeker, special_handle};
use super::{direct, var_handle};
use crate::reflect;
use crate::rows::{Slots, class_argument, object, pure};

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";

pub const ROWS: &[Native] = &[
    pure(LOOKUP, "unreflect", "", unreflect),
    pure(LOOKUP, "unreflectSpecial", "", unreflect_special),
    pure(LOOKUP, "unreflectConstructor", "", unreflect_constructor),
    pure(LOOKUP, "unreflectGetter", "", |m, args| unreflect_field(m, args, false)),
    pure(LOOKUP, "unreflectSetter", "", |m, args| unreflect_field(m, args, true)),
    pure(LOOKUP, "unreflectVarHandle", "", unreflect_var_handle),
];

/// Checks access to what a reflection object stands for, unless that was made accessible.
fn check_reflected(
    machine: &mut Machine<'_>,
    seeker: Seeker,
    reflected: Ref,
    holder: ClassId,
    flags: u16,
    wanted: &Wanted<'_>,
) -> Result<(), Trap> {
    if machine.field(reflected, "override") != 0 {
        return Ok(());
    }
    wanted.check(machine, seeker, holder, flags)
}

fn reflected_method(machine: &mut Machine<'_>, args: &[u64], kind: Option<u8>) -> Result<(MethodId, u8), Trap> {
    let seeker = seeker(machine, args.object(0))?;
    let method = reflect::method_of(machine, args.object(1))?;
    let program = machine.program;
    let info = program.method(method);
    let natural = match () {
        () if program.text(info.name) == "<init>" => 8,
        () if info.is_static() => 6,
        () if program.class(info.class).is_interface() => 9,
        () => 5,
    };
    let kind = kind.unwrap_or(natural);
    let (name, descriptor) = (program.text(info.name), program.text(info.descriptor));
    let wanted = Wanted { kind, class: info.class, name, descriptor };
    check_reflected(machine, seeker, args.object(1), info.class, info.access, &wanted)?;
    Ok((method, kind))
}

fn unreflect(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (method, kind) = reflected_method(machine, args, None)?;
    let class = machine.program.method(method).class;
    direct::method_handle(machine, kind, class, method).and_then(object)
}

/// `unreflectSpecial(method, specialCaller)`.
fn unreflect_special(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let seeker = seeker(machine, args.object(0))?;
    let caller = class_argument(machine, args, 2)?;
    check_special_caller(machine, seeker, caller)?;
    let (method, _) = reflected_method(machine, args, Some(7))?;
    let class = machine.program.method(method).class;
    special_handle(machine, caller, class, method).and_then(object)
}

fn unreflect_constructor(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (method, _) = reflected_method(machine, args, Some(8))?;
    let class = machine.program.method(method).class;
    new_instance_handle(machine, class, method).and_then(object)
}

fn reflected_field(machine: &mut Machine<'_>, args: &[u64], write: bool) -> Result<(FieldId, u8), Trap> {
    let seeker = seeker(machine, args.object(0))?;
    let field = reflect::field_of(machine, args.object(1))?;
    let program = machine.program;
    let info = program.field(field);
    let kind = 1 + u8::from(info.is_static()) + 2 * u8::from(write);
    let (name, descriptor) = (program.text(info.name), program.text(info.descriptor));
    let wanted = Wanted { kind, class: info.class, name, descriptor };
    check_reflected(machine, seeker, args.object(1), info.class, info.access, &wanted)?;
    let accessible = machine.field(args.object(1), "override") != 0 || seeker.is_trusted();
    if write && info.is_final() && (!accessible || info.is_static()) {
        let text = wanted.text(machine);
        return Err(
            machine.throw("java/lang/IllegalAccessException", &format!("final field has no write access: {text}"))
        );
    }
    Ok((field, kind))
}

fn unreflect_field(machine: &mut Machine<'_>, args: &[u64], write: bool) -> NativeResult {
    let (field, kind) = reflected_field(machine, args, write)?;
    let class = machine.program.field(field).class;
    direct::field_handle(machine, kind, class, field).and_then(object)
}

fn unreflect_var_handle(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (field, _) = reflected_field(machine, args, false)?;
    let class = machine.program.field(field).class;
    var_handle::of_field(machine, class, field).and_then(object)
}
