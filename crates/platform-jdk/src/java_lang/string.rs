//! `java.lang.String`: interning, and leaf methods that are worth a native of their own.
//!
//! The natives here compute exactly what the JDK's code does on byte arrays that no other thread
//! writes: the value of a string.

use heddle_machine::{Dependence, HEADER, Heap, Machine, Native, NativeResult, Ref};
use heddle_program::Program;
use heddle_program::ir::ElementKind;

use crate::rows::{Slots, flag, int, nothing, object, pure};

const CLASS: &str = "java/lang/String";

pub const ROWS: &[Native] = &[
    pure(CLASS, "intern", "()Ljava/lang/String;", intern),
    pure(CLASS, "hashCode", "()I", hash_code),
    pure(CLASS, "equals", "(Ljava/lang/Object;)Z", equals),
    pure("java/lang/StringUTF16", "isBigEndian", "()Z", nothing),
];

/// Places of the fields of a string. All supported JDKs declare them in this order.
mod place {
    use super::HEADER;
    pub const VALUE: u32 = HEADER;
    pub const CODER: u32 = HEADER + 1;
    pub const HASH: u32 = HEADER + 2;
    pub const HASH_IS_ZERO: u32 = HEADER + 3;
}

/// Whether strings of this JDK have the fields that this file relies on.
pub fn has_known_layout(program: &Program) -> bool {
    let string = program.well_known().string;
    let place = |name| program.find_field(string, name).map(|field| HEADER + program.field(field).place);
    place("value") == Some(place::VALUE)
        && place("coder") == Some(place::CODER)
        && place("hash") == Some(place::HASH)
        && place("hashIsZero") == Some(place::HASH_IS_ZERO)
}

/// The first string of its content becomes the one that all others stand for. Here that is another object, which all runs share, as if the
/// virtual machine had used such a text before.
fn intern(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let units = machine.string_utf16(args.object(0));
    if !machine.is_interned(&units) {
        machine.depend(Dependence::Host);
    }
    object(machine.intern(&units))
}

/// The value of a string.
fn value<'m>(machine: &'m Machine<'_>, string: Ref) -> &'m [u8] {
    let array = machine.state.heap.cell(string + place::VALUE) as Ref;
    if array == 0 { &[] } else { machine.state.heap.bytes(array, ElementKind::Byte) }
}

fn is_wide(machine: &Machine<'_>, string: Ref) -> bool {
    machine.state.heap.cell(string + place::CODER) != 0
}

/// The hash is cached in the string without being journaled, which is right only where nobody can step back to a string
/// that is there and has no value yet: `new String(…)` makes the object before its arguments are worked out, perhaps in an
/// earlier step, and another run may give it another value.
fn hash_code(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let string = args.object(0);
    let cached = machine.state.heap.cell(string + place::HASH) as u32 as i32;
    if cached != 0 || machine.state.heap.cell(string + place::HASH_IS_ZERO) != 0 {
        return int(cached);
    }
    let bytes = value(machine, string);
    let step = |hash: i32, unit: i32| hash.wrapping_mul(31).wrapping_add(unit);
    let hash = if is_wide(machine, string) {
        let units = bytes.chunks_exact(2).map(|pair| i32::from(u16::from_le_bytes([pair[0], pair[1]])));
        units.fold(0, step)
    } else {
        bytes.iter().fold(0, |hash, &byte| step(hash, i32::from(byte)))
    };
    if !Heap::is_permanent(string) && !machine.vanishes_with_step(string) {
        return int(hash);
    }
    if hash == 0 {
        machine.state.heap.set_cell(string + place::HASH_IS_ZERO, 1);
    } else {
        machine.state.heap.set_cell(string + place::HASH, u64::from(hash as u32));
    }
    int(hash)
}

fn equals(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let (string, other) = (args.object(0), args.object(1));
    if string == other {
        return flag(true);
    }
    if other == 0 || machine.class_of(other) != machine.program.well_known().string {
        return flag(false);
    }
    let same_coder = is_wide(machine, string) == is_wide(machine, other);
    flag(same_coder && value(machine, string) == value(machine, other))
}
