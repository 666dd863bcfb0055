//! `sun.management`: what `ManagementFactory` tells of the machine. Counts and times are those of the
//! machine; threads that wait for each other forever are found in its state. Memory is described in
//! `memory_beans`, single threads in `thread_info`.

use heddle_machine::time::MILLI_EPOCH;
use heddle_machine::{Dependence, Machine, Native, NativeResult, Pending, Ref, Status, Trap};
use heddle_program::effect::{Aspect, Effect, PURE, Source};

use crate::java_lang::system::look_at_clock;
use crate::rows::{Slots, int, long, nothing, object, one, pure, row};

const VM: &str = "sun/management/VMManagementImpl";
const THREADS: &str = "sun/management/ThreadImpl";
const MEMORY: &str = "sun/management/MemoryImpl";
const SYSTEM: &str = "com/sun/management/internal/OperatingSystemImpl";

const GIVES_THREADS: Effect =
    PURE.observing(&[Aspect::ThreadStates]).giving(Source::ArrayOfExisting("java/lang/Thread"));

const FIGURE: Effect = PURE.observing(&[Aspect::Host]);

pub const ROWS: &[Native] = &[
    pure(VM, "getVersion0", "()Ljava/lang/String;", version),
    pure(VM, "initOptionalSupportFields", "()V", support),
    pure(VM, "getVmArguments0", "()[Ljava/lang/String;", no_arguments),
    pure(VM, "getVerboseClass", "()Z", nothing),
    pure(VM, "getVerboseGC", "()Z", nothing),
    pure(VM, "isThreadContentionMonitoringEnabled", "()Z", nothing),
    pure(VM, "isThreadCpuTimeEnabled", "()Z", one),
    pure(VM, "isThreadAllocatedMemoryEnabled", "()Z", nothing),
    row(VM, "getProcessId", "()I", process, FIGURE),
    row(VM, "getAvailableProcessors", "()I", processors, FIGURE),
    row(VM, "getUptime0", "()J", uptime, FIGURE),
    row(VM, "getStartupTime", "()J", start, FIGURE),
    row(VM, "getTotalClassCount", "()J", classes, FIGURE),
    row(VM, "getUnloadedClassCount", "()J", nothing, FIGURE),
    row(VM, "getTotalCompileTime", "()J", nothing, FIGURE),
    row(VM, "getLiveThreadCount", "()I", live_threads, PURE.observing(&[Aspect::ThreadStates, Aspect::Host])),
    row(VM, "getPeakThreadCount", "()I", live_threads, PURE.observing(&[Aspect::ThreadStates, Aspect::Host])),
    row(VM, "getTotalThreadCount", "()J", all_threads, PURE.observing(&[Aspect::ThreadStates, Aspect::Host])),
    row(VM, "getDaemonThreadCount", "()I", daemon_threads, PURE.observing(&[Aspect::ThreadStates, Aspect::Host])),
    row(THREADS, "getThreads", "()[Ljava/lang/Thread;", threads, GIVES_THREADS),
    row(THREADS, "findDeadlockedThreads0", "()[Ljava/lang/Thread;", deadlocked, GIVES_THREADS),
    row(THREADS, "findMonitorDeadlockedThreads0", "()[Ljava/lang/Thread;", deadlocked_at_monitors, GIVES_THREADS),
    row(THREADS, "resetPeakThreadCount0", "()V", nothing, PURE.observing(&[Aspect::ThreadStates])),
    row(THREADS, "getThreadTotalCpuTime0", "(J)J", processor_time, PURE.observing(&[Aspect::Time]))
        .refined(look_at_clock),
    row(THREADS, "getThreadUserCpuTime0", "(J)J", processor_time, PURE.observing(&[Aspect::Time]))
        .refined(look_at_clock),
    row(MEMORY, "getMemoryUsage0", "(Z)Ljava/lang/management/MemoryUsage;", memory, FIGURE),
    pure(MEMORY, "setVerboseGC", "(Z)V", nothing),
    pure(SYSTEM, "initialize0", "()V", nothing),
];

const SUPPORTED: [&str; 6] = [
    "objectMonitorUsageSupport",
    "synchronizerUsageSupport",
    "threadContentionMonitoringSupport",
    "currentThreadCpuTimeSupport",
    "otherThreadCpuTimeSupport",
    "compTimeMonitoringSupport",
];

/// What the interface of HotSpot to its management library calls itself.
fn version(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let version = if machine.program.jdk_feature() < 21 { "3.0" } else { "4.0" };
    object(machine.intern_str(version))
}

/// Who owns which lock is known; a thread's time is the machine's.
fn support(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.load(VM)?;
    for field in SUPPORTED {
        machine.set_static_field(class, field, 1);
    }
    Ok(0)
}

fn no_arguments(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.program.well_known().string_array;
    object(machine.new_array(class, 0)?)
}

fn process(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(1)
}

fn processors(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(machine.processors() as i32)
}

fn uptime(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    machine.depend(Dependence::ClockValue);
    long(machine.now() / 1_000_000 + 1)
}

fn start(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(MILLI_EPOCH)
}

fn classes(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.program.classes_loaded() as i64)
}

/// Whatever time passes, each thread computes in all of it.
fn processor_time(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    machine.depend(Dependence::ClockValue);
    machine.let_chosen_time_pass();
    machine.give_out_time();
    long(machine.now() + 1)
}

fn live_threads(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(machine.live_threads().count() as i32)
}

fn all_threads(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.state.threads.len() as i64)
}

fn daemon_threads(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(machine.live_threads().filter(|&thread| machine.state.threads[thread].control.daemon).count() as i32)
}

fn thread_array(machine: &mut Machine<'_>, threads: &[usize]) -> NativeResult {
    let class = machine.load("[Ljava/lang/Thread;")?;
    let array = machine.new_array(class, threads.len() as u32)?;
    for (at, &thread) in threads.iter().enumerate() {
        let thread = machine.state.threads[thread].object;
        machine.store_element_ref(array, at as u32, thread);
    }
    object(array)
}

fn threads(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let live: Vec<usize> = machine.live_threads().collect();
    thread_array(machine, &live)
}

fn deadlocked(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    found(machine, true)
}

fn deadlocked_at_monitors(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    found(machine, false)
}

/// The threads on cycles of waiting, or null.
fn found(machine: &mut Machine<'_>, parked_too: bool) -> NativeResult {
    machine.show_thread_states();
    let live: Vec<usize> = machine.live_threads().collect();
    let mut awaited = vec![None; machine.state.threads.len()];
    for &thread in &live {
        awaited[thread] = awaits(machine, thread, parked_too)?;
    }
    let on_cycle = |thread: usize| {
        let mut next = awaited[thread];
        let mut steps = 0;
        while let Some(at) = next {
            if at == thread {
                return true;
            }
            steps += 1;
            if steps > awaited.len() {
                return false;
            }
            next = awaited[at];
        }
        false
    };
    let caught: Vec<usize> = live.into_iter().filter(|&thread| on_cycle(thread)).collect();
    if caught.is_empty() {
        return object(0);
    }
    thread_array(machine, &caught)
}

/// The thread that has what a thread waits for: a monitor, or a lock that knows its owner.
fn awaits(machine: &mut Machine<'_>, thread: usize, parked_too: bool) -> Result<Option<usize>, Trap> {
    let is_parked = matches!(machine.state.threads[thread].control.status, Status::Parked { .. });
    if is_parked && !parked_too {
        return Ok(None);
    }
    let (_, owner) = blocker(machine, thread)?;
    Ok(owner.filter(|&owner| owner != thread))
}

/// What a thread waits for, or null, and the thread that has it.
pub fn blocker(machine: &mut Machine<'_>, thread: usize) -> Result<(Ref, Option<usize>), Trap> {
    Ok(match machine.state.threads[thread].control.status {
        Status::Parked { .. } => {
            let object = machine.state.threads[thread].object;
            let blocker = machine.field(object, "parkBlocker") as Ref;
            let ownable = machine.load("java/util/concurrent/locks/AbstractOwnableSynchronizer")?;
            if blocker == 0 || !machine.is_instance(blocker, ownable) {
                return Ok((blocker, None));
            }
            let owner = machine.field(blocker, "exclusiveOwnerThread") as Ref;
            (blocker, machine.thread_of(owner))
        }
        Status::Waiting { object, .. } => (object, None),
        Status::Notified { object } => (object, owner_of(machine, object)),
        Status::Runnable if thread != machine.stepper.current => match machine.pending(thread) {
            Pending::Lock(object) => match owner_of(machine, object) {
                Some(owner) if owner != thread => (object, Some(owner)),
                _ => (0, None),
            },
            _ => (0, None),
        },
        _ => (0, None),
    })
}

fn owner_of(machine: &Machine<'_>, object: Ref) -> Option<usize> {
    (object != 0).then(|| usize::from(machine.state.heap.monitor(object).0).checked_sub(1)).flatten()
}

fn memory(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let most = if args.flag(1) { machine.resources().heap_bytes as i64 } else { -1 };
    // As `Runtime.freeMemory` says: half of the heap.
    let used = machine.resources().heap_bytes as i64 / 2;
    new_usage(machine, used, most)
}

/// A `MemoryUsage`.
pub fn new_usage(machine: &mut Machine<'_>, used: i64, most: i64) -> NativeResult {
    let class = machine.load("java/lang/management/MemoryUsage")?;
    let constructor = machine.method(class, "<init>", "(JJJJ)V")?;
    let usage = machine.new_object(class)?;
    let words = [0, used, used, most].map(|word| word as u64);
    let slots = [usage.into(), words[0], 0, words[1], 0, words[2], 0, words[3], 0];
    machine.call_now(constructor, &slots)?;
    object(usage)
}
