//! `sun.management.ThreadImpl`: what a `ThreadInfo` tells of a thread, from the state of the machine: its stack, what
//! it waits for and what it holds. Times are not measured; counts are of the present wait alone.

use heddle_machine::{BacktraceFrame, Machine, Native, NativeResult, PROLOGUE, Ref, Status, Trap};
use heddle_program::effect::{Aspect, Effect, Place, UNKNOWN};
use heddle_program::ir::Instr;

use super::management::blocker;
use crate::java_lang::thread::status_of;
use crate::java_lang::throwable;
use crate::rows::{Slots, object, row};

const THREADS: &str = "sun/management/ThreadImpl";
const INFO: &str = "java/lang/management/ThreadInfo";
const INFOS: &str = "[Ljava/lang/management/ThreadInfo;";

/// The constructors of `ThreadInfo` run, and make objects of what they are given.
const DUMPS: Effect = UNKNOWN.reading(&[Place::Elements(0)]).observing(&[Aspect::ThreadStates, Aspect::IdentityHash]);

pub const ROWS: &[Native] = &[
    row(THREADS, "dumpThreads0", "([JZZI)[Ljava/lang/management/ThreadInfo;", dump_threads, DUMPS),
    row(
        THREADS,
        "getThreadInfo1",
        "([JI[Ljava/lang/management/ThreadInfo;)V",
        thread_infos,
        DUMPS.writing(&[Place::Elements(2)]),
    ),
];

/// What is asked for besides a thread's state.
#[derive(Clone, Copy)]
struct Wanted {
    /// How many frames; all if negative.
    depth: i32,
    /// Whether to tell what the thread holds: monitors, and synchronizers of `java.util.concurrent`.
    monitors: bool,
    synchronizers: bool,
}

/// The live threads with these ids, in that order, or all of them if the array is null.
fn threads_of(machine: &mut Machine<'_>, ids: Ref) -> Vec<Option<usize>> {
    machine.show_thread_states();
    machine.depend_on_positions();
    let live: Vec<usize> = machine.live_threads().collect();
    if ids == 0 {
        return live.into_iter().map(Some).collect();
    }
    let wanted: Vec<u64> =
        (0..machine.state.heap.len(ids)).map(|index| machine.state.heap.load_u64(ids, index)).collect();
    let mut id_of = |thread: usize| {
        let object = machine.state.threads[thread].object;
        machine.field(object, "tid")
    };
    let live: Vec<(usize, u64)> = live.into_iter().map(|thread| (thread, id_of(thread))).collect();
    let find = |id: u64| live.iter().find(|&&(_, own)| own == id).map(|&(thread, _)| thread);
    wanted.into_iter().map(find).collect()
}

/// `dumpThreads0(ids, lockedMonitors, lockedSynchronizers, maxDepth)`.
fn dump_threads(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let wanted = Wanted { depth: args.int(3), monitors: args.flag(1), synchronizers: args.flag(2) };
    let threads = threads_of(machine, args.object(0));
    let class = machine.load(INFOS)?;
    let array = machine.new_array(class, threads.len() as u32)?;
    fill(machine, array, &threads, wanted)?;
    object(array)
}

/// `getThreadInfo1(ids, maxDepth, result)`.
fn thread_infos(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let wanted = Wanted { depth: args.int(1), monitors: false, synchronizers: false };
    let threads = threads_of(machine, args.object(0));
    fill(machine, args.object(2), &threads, wanted)?;
    Ok(0)
}

fn fill(machine: &mut Machine<'_>, array: Ref, threads: &[Option<usize>], wanted: Wanted) -> Result<(), Trap> {
    for (index, &thread) in threads.iter().enumerate() {
        if let Some(thread) = thread {
            let info = info_of(machine, thread, wanted)?;
            machine.store_array_ref(array, index as u32, info);
        }
    }
    Ok(())
}

fn info_of(machine: &mut Machine<'_>, thread: usize, wanted: Wanted) -> Result<Ref, Trap> {
    const CONSTRUCTOR: &str = "(Ljava/lang/Thread;ILjava/lang/Object;Ljava/lang/Thread;JJJJ\
        [Ljava/lang/StackTraceElement;[Ljava/lang/Object;[I[Ljava/lang/Object;)V";
    let class = machine.load(INFO)?;
    machine.ensure_initialized(class)?;
    let constructor = machine.method(class, "<init>", CONSTRUCTOR)?;
    let state = status_of(machine, thread);
    let (lock, owner) = blocker(machine, thread)?;
    let owner = owner.map_or(0, |owner| machine.state.threads[owner].object);
    let frames = frames_of(machine, thread, wanted.depth);
    let trace = throwable::raw_elements(machine, &frames)?;
    let (mut monitors, mut depths) = (Vec::new(), Vec::new());
    if wanted.monitors {
        for (object, depth) in monitors_of(machine, thread) {
            monitors.push(object);
            depths.push(depth);
        }
    }
    let held = if wanted.synchronizers { synchronizers_of(machine, thread)? } else { Vec::new() };
    let (monitors, held) = (objects(machine, &monitors)?, objects(machine, &held)?);
    let numbers = machine.load("[I")?;
    let numbers = machine.new_array(numbers, depths.len() as u32)?;
    for (index, depth) in depths.into_iter().enumerate() {
        machine.state.heap.store_u32(numbers, index as u32, depth);
    }
    let status = machine.state.threads[thread].control.status;
    let blocked = u64::from(lock != 0 && matches!(status, Status::Runnable | Status::Notified { .. }));
    let waited = u64::from(!matches!(status, Status::Runnable));
    const UNMEASURED: u64 = -1i64 as u64;
    let thread = machine.state.threads[thread].object;
    let info = machine.new_object(class)?;
    let head = [info.into(), thread.into(), state, lock.into(), owner.into()];
    let counts = [blocked, 0, UNMEASURED, 0, waited, 0, UNMEASURED, 0];
    let tail = [trace, monitors, numbers, held].map(u64::from);
    let args: Vec<u64> = head.into_iter().chain(counts).chain(tail).collect();
    machine.call_now(constructor, &args)?;
    Ok(info)
}

/// The frames that are shown, the newest first.
fn frames_of(machine: &Machine<'_>, thread: usize, depth: i32) -> Vec<BacktraceFrame> {
    let frames = throwable::frames_of_thread(machine, thread).into_iter();
    let frames = frames.filter(|frame| !throwable::is_hidden(machine, frame.method));
    let most = usize::try_from(depth).unwrap_or(usize::MAX);
    frames.take(most).collect()
}

fn objects(machine: &mut Machine<'_>, elements: &[Ref]) -> Result<Ref, Trap> {
    let class = machine.load("[Ljava/lang/Object;")?;
    let array = machine.new_array(class, elements.len() as u32)?;
    for (index, &element) in elements.iter().enumerate() {
        machine.store_array_ref(array, index as u32, element);
    }
    Ok(array)
}

/// The monitors that a thread holds, with the depth of the frame that took each. Within a method it is one whose
/// register a `monitorexit` of the method has still to read.
fn monitors_of(machine: &Machine<'_>, thread: usize) -> Vec<(Ref, u32)> {
    let mut found: Vec<(Ref, u32)> = Vec::new();
    let mut depth = frames_of(machine, thread, -1).len() as u32;
    let holds = |object: Ref| object != 0 && usize::from(machine.state.heap.monitor(object).0) == thread + 1;
    let waits_for = match machine.state.threads[thread].control.status {
        Status::Waiting { object, .. } | Status::Notified { object } => object,
        _ => 0,
    };
    for frame in &machine.state.threads[thread].frames {
        if throwable::is_hidden(machine, frame.method) || frame.pc == PROLOGUE {
            continue;
        }
        depth = depth.saturating_sub(1);
        let mut held = vec![frame.lock];
        if let Ok(code) = machine.program.code(frame.method) {
            let registers = code.instrs.iter().filter_map(|instr| match instr {
                Instr::MonitorExit { a } => Some(*a),
                _ => None,
            });
            let regs = &machine.state.threads[thread].regs;
            held.extend(registers.map(|register| regs[(frame.base + u32::from(register)) as usize] as Ref));
        }
        held.dedup();
        for object in held {
            if object != waits_for && holds(object) && !found.contains(&(object, depth)) {
                found.push((object, depth));
            }
        }
    }
    found.reverse();
    found
}

/// The synchronizers of `java.util.concurrent` that a thread alone has.
fn synchronizers_of(machine: &mut Machine<'_>, thread: usize) -> Result<Vec<Ref>, Trap> {
    let ownable = machine.load("java/util/concurrent/locks/AbstractOwnableSynchronizer")?;
    let program = machine.program;
    let mut found = machine.reachable_objects(|class| program.is_subtype(class, ownable));
    let owner = machine.state.threads[thread].object;
    found.retain(|&synchronizer| machine.field(synchronizer, "exclusiveOwnerThread") as Ref == owner);
    Ok(found)
}
