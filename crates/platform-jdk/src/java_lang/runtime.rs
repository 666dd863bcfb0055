//! `java.lang.Runtime`.

use heddle_machine::{Machine, Native, NativeResult};

use crate::rows::{int, local, long, nothing};

const CLASS: &str = "java/lang/Runtime";

pub const ROWS: &[Native] = &[
    local(CLASS, "availableProcessors", "()I", available_processors),
    local(CLASS, "freeMemory", "()J", free_memory),
    local(CLASS, "totalMemory", "()J", max_memory),
    local(CLASS, "maxMemory", "()J", max_memory),
    local(CLASS, "runFinalization", "()V", nothing),
];

/// Classes that ask for the number of processors only to decide whether to spin before blocking,
/// or how far to split work between helpers. Spinning adds states and no behaviour, so they are
/// told that there is one processor.
const SPINNERS: &[&str] = &[
    "java/util/concurrent/Exchanger",
    "java/util/concurrent/LinkedTransferQueue",
    "java/util/concurrent/Phaser",
    "java/util/concurrent/SynchronousQueue",
    "java/util/concurrent/SynchronousQueue$TransferStack",
    "java/util/concurrent/SynchronousQueue$TransferQueue",
    "java/util/concurrent/SynchronousQueue$Transferer",
    "java/util/concurrent/locks/StampedLock",
];

/// Those of the platform, else two: programs that size their pools by it stay concurrent, and `ForkJoinPool.commonPool()`
/// gets the one worker that it has on the smallest machine.
fn available_processors(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let frames = &machine.threads[machine.current].frames;
    let caller = frames.last().map(|frame| machine.program.method(frame.method).class);
    let spins = caller.is_some_and(|class| SPINNERS.contains(&machine.program.class_name(class)));
    int(if spins { 1 } else { machine.options.processors as i32 })
}

/// Half of the heap is always free: a figure that depends on what the collector did would make
/// runs differ.
fn free_memory(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.options.heap_bytes as i64 / 2)
}

fn max_memory(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.options.heap_bytes as i64)
}
