//! Accesses to a `byte[]` as if it held wider values (`MethodHandles.byteArrayViewVarHandle`).
//! Plain reads and writes may be misaligned; the other modes may not, as in older JDKs, where the
//! first element of an array is aligned, and do not exist at all in newer ones (from 23 on).

use heddle_machine::{Machine, NativeResult, Ref, Trap};
use heddle_program::ir::ElementKind;

use super::var_access::{Action, update};
use super::var_handle::Variable;

pub fn access(
    machine: &mut Machine<'_>,
    action: Action,
    plain: bool,
    variable: &Variable,
    array: Ref,
    offset: u32,
    values: &[u64],
) -> NativeResult {
    if !supports(machine.program.jdk_feature(), action, plain, variable.kind) {
        return Err(machine.throw_bare("java/lang/UnsupportedOperationException"));
    }
    let bytes = variable.kind.bytes();
    if !plain && offset % bytes != 0 {
        return Err(misaligned(machine, offset));
    }
    let old = read(machine, variable, array, offset);
    let (new, result) = update(action, variable.kind, old, values);
    if let Some(new) = new {
        write(machine, variable, array, offset, new);
    }
    Ok(result)
}

/// Atomic updates exist for the types of 4 and 8 bytes, arithmetic for the integers among them.
pub fn supports(jdk: u32, action: Action, plain: bool, kind: ElementKind) -> bool {
    let is_short = kind.bytes() < 4;
    let is_floating = matches!(kind, ElementKind::Float | ElementKind::Double);
    match action {
        _ if plain => true,
        _ if jdk >= 23 => false,
        Action::Get | Action::Set => true,
        Action::CompareAndSet | Action::CompareAndExchange | Action::GetAndSet => !is_short,
        _ => !is_short && !is_floating,
    }
}

fn misaligned(machine: &mut Machine<'_>, offset: u32) -> Trap {
    machine.throw("java/lang/IllegalStateException", &format!("Misaligned access at index: {offset}"))
}

fn read(machine: &Machine<'_>, variable: &Variable, array: Ref, offset: u32) -> u64 {
    let (from, len) = (offset as usize, variable.kind.bytes() as usize);
    let bytes = &machine.heap.bytes(array, ElementKind::Byte)[from..from + len];
    let mut value = 0;
    for at in 0..len {
        let byte = bytes[if variable.big_endian { at } else { len - 1 - at }];
        value = value << 8 | u64::from(byte);
    }
    match variable.kind {
        ElementKind::Short => u64::from(value as i16 as i32 as u32),
        _ => value,
    }
}

fn write(machine: &mut Machine<'_>, variable: &Variable, array: Ref, offset: u32, value: u64) {
    let len = variable.kind.bytes();
    machine.log_elements(array, ElementKind::Byte, offset, offset + len);
    for at in 0..len {
        let shift = 8 * if variable.big_endian { len - 1 - at } else { at };
        machine.heap.store_i8(array, offset + at, (value >> shift) as i8);
    }
}
