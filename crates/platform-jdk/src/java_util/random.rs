//! What `java.security.SecureRandom` gets from the operating system: seeds that are constant, and the bytes of
//! `/dev/random`, which follow from the thread that asks and from how often it did, so that runs repeat and no schedule
//! changes them.

use heddle_machine::{Machine, Native, NativeResult};
use heddle_program::effect::{Aspect, Effect, PURE, Place};
use heddle_program::ir::ElementKind;

use crate::java_lang::thread::next_child;
use crate::rows::{Slots, nothing, null_pointer, object, pure, row};

const SEEDS: &str = "sun/security/provider/SeedGenerator";
const DEVICE: &str = "sun/security/provider/NativePRNG";
const READER: &str = "sun/security/provider/NativePRNG$RandomIO";

/// Field of `Thread` that is injected: how often it has read random bytes.
pub const READ_RANDOM: &str = "heddleReadRandom";

const RANDOM: Effect = PURE.observing(&[Aspect::Randomness]);

pub const ROWS: &[Native] = &[
    row(SEEDS, "getSystemEntropy", "()[B", entropy, RANDOM),
    row(SEEDS, "generateSeed", "([B)V", generate_seed, RANDOM.writing(&[Place::Elements(0)])),
    pure(
        DEVICE,
        "initIO",
        "(Lsun/security/provider/NativePRNG$Variant;)Lsun/security/provider/NativePRNG$RandomIO;",
        reader,
    ),
    row(READER, "implNextBytes", "([B)V", next_bytes, RANDOM.writing(&[Place::Elements(1)])),
    row(READER, "implGenerateSeed", "(I)[B", device_seed, RANDOM),
    pure(READER, "implSetSeed", "([B)V", nothing),
];

/// Bytes that look random: the fractional digits of the golden ratio, by multiples.
fn byte(index: usize) -> u8 {
    ((index as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as u8
}

/// The device is there, whatever the files of the program are.
fn reader(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.load(READER)?;
    object(machine.new_object(class)?)
}

/// The next bytes for the running thread.
fn read(machine: &mut Machine<'_>, count: usize) -> Vec<u8> {
    let round = next_child(machine, READ_RANDOM) as usize;
    machine.note_own_identity();
    let path = &machine.state.threads[machine.stepper.current].path;
    let thread =
        path.iter().fold(0, |number: usize, &step| number.wrapping_mul(31).wrapping_add(usize::from(step) + 1));
    let start = thread.wrapping_mul(1 << 20).wrapping_add(round.wrapping_mul(1 << 10));
    (0..count).map(|index| byte(start.wrapping_add(index))).collect()
}

fn next_bytes(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let array = args.object(1);
    if array == 0 {
        return Err(null_pointer(machine));
    }
    let len = machine.state.heap.len(array);
    let bytes = read(machine, len as usize);
    machine.log_elements(array, ElementKind::Byte, 0, len);
    machine.state.heap.bytes_mut(array, ElementKind::Byte).copy_from_slice(&bytes);
    Ok(0)
}

fn device_seed(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let bytes = read(machine, args.int(1).max(0) as usize);
    object(machine.new_bytes(&bytes)?)
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
