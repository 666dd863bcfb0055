//! `java.lang.Runtime`.

use heddle_machine::{Machine, Native, NativeResult, Trap};
use heddle_program::effect::{Aspect, Calls, Effect, PURE};

use crate::rows::{int, long, nothing, pure, row};

const CLASS: &str = "java/lang/Runtime";
const POOL: &str = "java/util/concurrent/ForkJoinPool";

pub const ROWS: &[Native] = &[
    row(CLASS, "availableProcessors", "()I", available_processors, PURE.observing(&[Aspect::Host])),
    row(CLASS, "freeMemory", "()J", free_memory, PURE.observing(&[Aspect::Host])),
    row(CLASS, "totalMemory", "()J", max_memory, PURE.observing(&[Aspect::Host])),
    row(CLASS, "maxMemory", "()J", max_memory, PURE.observing(&[Aspect::Host])),
    pure(CLASS, "runFinalization", "()V", nothing),
    row("java/lang/ProcessHandleImpl", "current", "", settings, SETTINGS),
    row("java/nio/charset/Charset", "defaultCharset", "", settings, SETTINGS),
    row("java/util/Locale", "getDefault", "", settings, SETTINGS),
    row("java/util/TimeZone", "getDefault", "", settings, SETTINGS),
    row(POOL, "getCommonPoolParallelism", "", settings, SETTINGS),
    row(POOL, "getParallelism", "()I", parallelism, PURE.calling(Calls::OwnCode)),
];

/// What initialisers of the JDK found out about the virtual machine and its host, once for all who ask.
const SETTINGS: Effect = PURE.observing(&[Aspect::Host]).calling(Calls::OwnCode);

fn settings(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    Err(Trap::Bytecode)
}

/// The size of the common pool is a figure of the host, that of another pool was noted when it was made.
fn parallelism(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let pool = machine.program.loaded(POOL).expect("the class of the receiver");
    if machine.static_field(pool, "common") == args[0] {
        machine.depend_on_host();
    }
    Err(Trap::Bytecode)
}

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

/// The descriptor of the constructor that makes the common pool.
const COMMON: &str = "(B)V";

/// Those of the platform, else two: programs that size their pools by it stay concurrent. The common pool,
/// which has a worker less than there are processors, is told one more: with a single worker, two tasks of
/// `CompletableFuture` would exclude each other (JDK 25) or not be the pool's at all (JDK 17).
fn available_processors(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let processors = machine.processors() as i32;
    let frames = &machine.state.threads[machine.stepper.current].frames;
    let Some(caller) = frames.last().map(|frame| machine.program.method(frame.method)) else { return int(processors) };
    let class = machine.program.class_name(caller.class);
    let makes_common = || class == POOL && machine.program.text(caller.descriptor) == COMMON;
    int(match () {
        () if SPINNERS.contains(&class) => 1,
        () if machine.stops().is_none() && makes_common() => processors + 1,
        () => processors,
    })
}

/// Half of the heap is always free: a figure that depends on what the collector did would make
/// runs differ.
fn free_memory(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.resources().heap_bytes as i64 / 2)
}

fn max_memory(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.resources().heap_bytes as i64)
}
