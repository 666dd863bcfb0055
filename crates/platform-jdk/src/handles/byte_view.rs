//! Accesses to a `byte[]` or a `ByteBuffer` as if it held wider values
//! (`MethodHandles.byteArrayViewVarHandle`, `byteBufferViewVarHandle`).
//! Plain reads and writes may be misaligned; the other modes may not, as in older JDKs, where the
//! first element of an array is aligned; newer ones (from 23 on) have them for buffers only.

use heddle_machine::{Machine, NativeResult, Ref, Trap};
use heddle_program::ir::ElementKind;

use super::var_access::{Action, update};
use super::var_handle::{Storage, Variable};
use crate::jdk_internal::unsafe_access::memory;

/// Where a view accesses bytes: an array and the first byte.
#[derive(Clone, Copy)]
pub struct Bytes {
    pub array: Ref,
    pub offset: u32,
}

pub fn access(
    machine: &mut Machine<'_>,
    (action, plain): (Action, bool),
    variable: &Variable,
    bytes: Bytes,
    values: &[u64],
) -> NativeResult {
    if !plain && !bytes.offset.is_multiple_of(variable.kind.bytes()) {
        return Err(misaligned(machine, bytes.offset));
    }
    let old = read(machine, variable, bytes);
    let (new, result) = update(action, variable.kind, old, values);
    if let Some(new) = new {
        machine.native_splits(new);
        write(machine, variable, bytes, new);
    }
    Ok(result)
}

/// Atomic updates exist for the types of 4 and 8 bytes, arithmetic for the integers among them.
pub fn supports(machine: &Machine<'_>, variable: &Variable, action: Action, plain: bool) -> bool {
    let is_short = variable.kind.bytes() < 4;
    let is_floating = matches!(variable.kind, ElementKind::Float | ElementKind::Double);
    match action {
        _ if plain => true,
        _ if machine.program.jdk_feature() >= 23 && variable.storage == Storage::Bytes => false,
        Action::Get | Action::Set => true,
        Action::CompareAndSet | Action::CompareAndExchange | Action::GetAndSet => !is_short,
        _ => !is_short && !is_floating,
    }
}

/// The bytes behind an index of a `ByteBuffer`, checked in the order of the JDK.
pub fn locate_in_buffer(
    machine: &mut Machine<'_>,
    variable: &Variable,
    buffer: Ref,
    index: i32,
    (action, plain): (Action, bool),
) -> Result<Bytes, Trap> {
    let heap = machine.field(buffer, "hb") != 0;
    if heap && !plain && machine.program.jdk_feature() >= 23 {
        return Err(machine.throw("java/lang/IllegalStateException", "Atomic access not supported for heap buffer"));
    }
    if action != Action::Get && machine.field(buffer, "isReadOnly") != 0 {
        return Err(machine.throw_bare("java/nio/ReadOnlyBufferException"));
    }
    let limit = machine.field(buffer, "limit") as u32 as i32 - (variable.kind.bytes() as i32 - 1);
    if index < 0 || index >= limit {
        let message = format!("Index {index} out of bounds for length {limit}");
        return Err(machine.throw("java/lang/IndexOutOfBoundsException", &message));
    }
    let address = machine.field(buffer, "address") as i64;
    let (array, offset) = memory::resolve(machine.field(buffer, "hb") as Ref, address + i64::from(index))?;
    Ok(Bytes { array, offset: (offset - memory::BASE) as u32 })
}

/// The bytes behind an index of a buffer as far as they can be told without checks.
pub fn bytes_of_buffer(machine: &Machine<'_>, buffer: Ref, index: i32) -> Option<Bytes> {
    if buffer == 0 {
        return None;
    }
    let class = machine.class_of(buffer);
    let field = |name| Some(machine.instance_field(buffer, machine.program.find_field(class, name)?));
    let address = field("address")? as i64;
    let (array, offset) = memory::resolve(field("hb")? as Ref, address + i64::from(index)).ok()?;
    Some(Bytes { array, offset: u32::try_from(offset - memory::BASE).ok()? })
}

fn misaligned(machine: &mut Machine<'_>, offset: u32) -> Trap {
    machine.throw("java/lang/IllegalStateException", &format!("Misaligned access at index: {offset}"))
}

fn read(machine: &Machine<'_>, variable: &Variable, Bytes { array, offset }: Bytes) -> u64 {
    let (from, len) = (offset as usize, variable.kind.bytes() as usize);
    let bytes = &machine.state.heap.bytes(array, ElementKind::Byte)[from..from + len];
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

fn write(machine: &mut Machine<'_>, variable: &Variable, Bytes { array, offset }: Bytes, value: u64) {
    let len = variable.kind.bytes();
    machine.log_elements(array, ElementKind::Byte, offset, offset + len);
    for at in 0..len {
        let shift = 8 * if variable.big_endian { len - 1 - at } else { at };
        machine.state.heap.store_i8(array, offset + at, (value >> shift) as i8);
    }
}
