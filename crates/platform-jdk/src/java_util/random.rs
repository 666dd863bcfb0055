//! Seeds of `java.security.SecureRandom`: constant, so that runs repeat.

use heddle_machine::{Machine, Native, NativeResult};
use heddle_program::effect::{Aspect, PURE, Place};
use heddle_program::ir::ElementKind;

use crate::rows::{Slots, null_pointer, object, row};

const SEEDS: &str = "sun/security/provider/SeedGenerator";

pub const ROWS: &[Native] = &[
    row(SEEDS, "getSystemEntropy", "()[B", entropy, PURE.observing(&[Aspect::Randomness])),
    row(
        SEEDS,
        "generateSeed",
        "([B)V",
        generate_seed,
        PURE.writing(&[Place::Elements(0)]).observing(&[Aspect::Randomness]),
    ),
];

/// Bytes that look random: the fractional digits of the golden ratio, by multiples.
fn byte(index: usize) -> u8 {
    ((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8
}

fn entropy(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let bytes: Vec<u8> = (0..20).map(byte).collect();
    object(machine.new_bytes(&bytes)?)
}

fn generate_seed(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let array = args.object(0);
    if array == 0 {
        return Err(null_pointer(machine));
    }
    machine.log_elements(array, ElementKind::Byte, 0, machine.state.heap.len(array));
    let bytes = machine.state.heap.bytes_mut(array, ElementKind::Byte);
    bytes.iter_mut().enumerate().for_each(|(index, slot)| *slot = byte(index));
    Ok(0)
}
