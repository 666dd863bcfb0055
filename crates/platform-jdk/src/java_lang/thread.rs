//! `java.lang.Thread`: starting, scheduling hints, interrupts, identity.
//!
//! Fields are written by name, for JDK 19 moved some of them to `Thread$FieldHolder`. Virtual
//! threads are threads of their own here (see `jdk_internal::vm`).

use heddle_machine::{Args, Machine, Native, NativeResult, Pending, Ref, Status, Trap};
use heddle_program::effect::{Aspect, Calls, Effect, PURE, Place, Source};
use heddle_program::{MethodId, access};

use crate::emit::{self, ClassBuilder};
use crate::rows::{INTERRUPTED, Slots, flag, int, long, nothing, null_pointer, object, pure, row};

const CLASS: &str = "java/lang/Thread";

pub const ROWS: &[Native] = &[
    pure(CLASS, "registerNatives", "()V", nothing),
    row(CLASS, "currentThread", "()Ljava/lang/Thread;", current_thread, PURE.giving(Source::CurrentThread)),
    row(CLASS, "currentCarrierThread", "()Ljava/lang/Thread;", current_thread, PURE.giving(Source::CurrentThread)),
    pure(CLASS, "setCurrentThread", "(Ljava/lang/Thread;)V", nothing),
    row(CLASS, "start0", "()V", start, PURE.writing(&[Place::Any(0)]).calling(Calls::Start))
        .refined(|_, args| Pending::Start(args.object(0))),
    row(CLASS, "isAlive", "()Z", is_alive, PURE.observing(&[Aspect::ThreadStates])).refined(alive_effect),
    row(CLASS, "alive", "()Z", is_alive, PURE.observing(&[Aspect::ThreadStates])).refined(alive_effect),
    row(CLASS, "getState", "()Ljava/lang/Thread$State;", state, PURE.observing(&[Aspect::ThreadStates]))
        .refined(state_effect),
    row(CLASS, "threadState", "()Ljava/lang/Thread$State;", state, PURE.observing(&[Aspect::ThreadStates]))
        .refined(state_effect),
    row(CLASS, "isTerminated", "()Z", is_terminated, PURE.observing(&[Aspect::ThreadStates])).refined(alive_effect),
    row(CLASS, "yield", "()V", nothing, PURE).refined(|_, _| Pending::Yield),
    row(CLASS, "yield0", "()V", nothing, PURE).refined(|_, _| Pending::Yield),
    row(CLASS, "onSpinWait", "()V", nothing, PURE).refined(|_, _| Pending::Yield),
    row(CLASS, "sleep", "(J)V", sleep_millis, PURE.writing(&[INTERRUPTED]).blocking()).refined(|_, _| Pending::Sleep),
    row(CLASS, "sleep0", "(J)V", sleep_nanos, PURE.writing(&[INTERRUPTED]).blocking()).refined(|_, _| Pending::Sleep),
    row(CLASS, "sleepNanos0", "(J)V", sleep_nanos, PURE.writing(&[INTERRUPTED]).blocking())
        .refined(|_, _| Pending::Sleep),
    row(CLASS, "interrupt0", "()V", interrupt, PURE.writing(&[Place::Any(0)]))
        .refined(|_, args| Pending::Interrupt(args.object(0))),
    pure(CLASS, "clearInterruptEvent", "()V", nothing),
    pure(CLASS, "holdsLock", "(Ljava/lang/Object;)Z", holds_lock),
    row(CLASS, "setPriority0", "(I)V", set_priority, PURE.writing(&[Place::Scheduling])).refined(priority_effect),
    pure(CLASS, "setNativeName", "(Ljava/lang/String;)V", nothing),
    pure(CLASS, "ensureMaterializedForStackWalk", "(Ljava/lang/Object;)V", nothing),
    pure(CLASS, "getNextThreadIdOffset", "()J", nothing),
    row(CLASS, "nextThreadID", "()J", next_id, NUMBERING).refined(number_effect),
    row("java/lang/Thread$ThreadIdentifiers", "next", "()J", next_id, NUMBERING).refined(number_effect),
    row(CLASS, "nextThreadNum", "()I", next_number, NUMBERING).refined(number_effect),
    row("java/lang/Thread$ThreadNumbering", "next", "()I", next_number, NUMBERING).refined(number_effect),
    pure("java/lang/ThreadLocal", "nextHashCode", "()I", next_thread_local),
    row(
        CLASS,
        "findScopedValueBindings",
        "()Ljava/lang/Object;",
        find_scoped_value_bindings,
        PURE.giving(Source::Existing("java/lang/ScopedValue$Snapshot")),
    ),
    row(CLASS, "scopedValueCache", "()[Ljava/lang/Object;", nothing, PURE.giving(Source::Null)),
    pure(CLASS, "setScopedValueCache", "([Ljava/lang/Object;)V", nothing),
    // Without a cache nothing may be put into it.
    pure("java/lang/ScopedValue$Cache", "put", "(Ljava/lang/ScopedValue;Ljava/lang/Object;)V", nothing),
    row(
        CLASS,
        "getThreads",
        "()[Ljava/lang/Thread;",
        threads,
        PURE.observing(&[Aspect::ThreadStates]).giving(Source::ArrayOfExisting(CLASS)),
    ),
];

/// The counters of all threads are the machine's.
const NUMBERING: Effect = PURE.touching(&[Place::Scheduling]);

/// Status words as `jdk.internal.misc.VM.toThreadState` reads them (JVM TI).
mod status {
    pub const NEW: u64 = 0x000;
    pub const TERMINATED: u64 = 0x002;
    pub const RUNNABLE: u64 = 0x005;
    pub const WAITING: u64 = 0x191;
    pub const TIMED_WAITING: u64 = 0x1a1;
    pub const SLEEPING: u64 = 0x0e1;
    pub const BLOCKED: u64 = 0x401;
}

fn is_daemon(machine: &mut Machine<'_>, thread: Ref) -> bool {
    let class = machine.class_of(thread);
    if machine.place(class, "daemon").is_some() {
        return machine.field(thread, "daemon") != 0;
    }
    let holder = machine.field(thread, "holder") as Ref;
    holder != 0 && machine.field(holder, "daemon") != 0
}

fn current_thread(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    object(machine.current_thread())
}

/// Threads of the JDK that would only wait for the garbage collector. Whoever asks for a collection
/// does the work of the first; the threads of cleaners run in plain runs only, for they would make
/// every program that has one look alive forever.
fn is_reference_handler(machine: &mut Machine<'_>, thread: Ref) -> bool {
    let name = machine.program.class_name(machine.class_of(thread));
    if matches!(name, "java/lang/ref/Reference$ReferenceHandler" | "java/lang/ref/Finalizer$FinalizerThread") {
        return true;
    }
    let mut task = machine.field(thread, "target") as Ref;
    if task == 0 {
        let holder = machine.field(thread, "holder") as Ref;
        task = if holder == 0 { 0 } else { machine.field(holder, "task") as Ref };
    }
    let explore = machine.is_exploring();
    explore && task != 0 && machine.program.class_name(machine.class_of(task)) == "jdk/internal/ref/CleanerImpl"
}

fn start(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let thread = args.object(0);
    if is_reference_handler(machine, thread) {
        return Ok(0);
    }
    let run = run_method(machine, thread)?;
    // Taking its monitor is the first thing that the thread does: whoever starts it may have it now.
    let run = if machine.program.method(run).is_synchronized() { launcher(machine)? } else { run };
    let daemon = is_daemon(machine, thread);
    machine.set_thread_status(thread, status::RUNNABLE);
    machine.set_field(thread, "eetop", 1);
    let started = machine.start_thread(thread, run, &Args::from_slice(&[thread.into()]), daemon)?;
    machine.count_threads(started + 1);
    if machine.stops().is_some() {
        machine.state.threads[started].control.scheduling.priority = priority(machine, thread);
    }
    Ok(0)
}

/// `Thread.getPriority`.
fn priority(machine: &mut Machine<'_>, thread: Ref) -> u8 {
    let holder = machine.field(thread, "holder") as Ref;
    machine.field(if holder == 0 { thread } else { holder }, "priority") as u8
}

/// From now on the thread is scheduled by its new priority.
fn set_priority(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    if let (Some(_), Some(thread)) = (machine.stops(), machine.thread_of(args.object(0))) {
        machine.control(thread).scheduling.priority = args.int(1) as u8;
    }
    Ok(0)
}

fn run_method(machine: &mut Machine<'_>, thread: Ref) -> Result<MethodId, Trap> {
    let class = machine.class_of(thread);
    machine.method(class, "run", "()V")
}

/// A method that calls `run`, which no stack trace shows.
fn launcher(machine: &mut Machine<'_>) -> Result<MethodId, Trap> {
    const LAUNCHER: &str = "java/lang/Thread$$Launcher";
    let class = emit::define(machine, LAUNCHER, || {
        let mut launcher = ClassBuilder::new(LAUNCHER, "java/lang/Object");
        launcher.method(access::STATIC, "run", "(Ljava/lang/Thread;)V", |code| {
            code.load("Ljava/lang/Thread;", 0);
            code.invoke_virtual(CLASS, "run", "()V");
            code.ret("V");
        });
        launcher
    })?;
    let run = emit::method_of(machine, class, "run");
    Ok(run)
}

/// Priorities matter on some platforms only.
fn priority_effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    match machine.stops() {
        Some(_) => Pending::SetPriority(args.object(0)),
        None => Pending::Local,
    }
}

/// A thread that asks about itself is alive and running.
fn alive_effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    match args.object(0) {
        own if own == machine.current_thread() => Pending::Local,
        thread => Pending::Alive(thread),
    }
}

fn is_alive(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let thread = machine.thread_of(args.object(0));
    flag(thread.is_some_and(|thread| machine.state.threads[thread].is_alive()))
}

fn is_terminated(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let thread = machine.thread_of(args.object(0));
    flag(thread.is_some_and(|thread| !machine.state.threads[thread].is_alive()))
}

/// A thread that stands before a monitor may be taken for one that is still on its way there: in between
/// it does nothing that ends a step.
fn state_effect(machine: &Machine<'_>, args: &[u64]) -> Pending {
    if args.object(0) == machine.current_thread() {
        return Pending::Local;
    }
    let control = machine.thread_of(args.object(0)).map(|thread| machine.state.threads[thread].control);
    match control {
        Some(control)
            if control.status == Status::Runnable
                && !control.blocked
                && !machine.semantics().granularity.is_single() =>
        {
            Pending::Choose(2)
        }
        _ => Pending::Global,
    }
}

/// `Thread.getState`: by what the thread is doing now.
fn state(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let status = match machine.thread_of(args.object(0)) {
        None => status::NEW,
        Some(thread) => status_of(machine, thread),
    };
    // Before it starts and when it has ended, a thread does nothing that could be seen.
    if args.object(0) != machine.current_thread() && !matches!(status, status::NEW | status::TERMINATED) {
        machine.show_thread_states();
    }
    let vm = machine.load("jdk/internal/misc/VM")?;
    let to_state = machine.method(vm, "toThreadState", "(I)Ljava/lang/Thread$State;")?;
    machine.ensure_initialized(vm)?;
    Err(Trap::Tail(to_state, Args::from_slice(&[status])))
}

/// What `ThreadInfo` and `Thread.getState` make a state of.
pub(crate) fn status_of(machine: &mut Machine<'_>, thread: usize) -> u64 {
    match machine.state.threads[thread].control.status {
        Status::Terminated => status::TERMINATED,
        Status::Waiting { timed: true, .. } | Status::Parked { timed: true } => status::TIMED_WAITING,
        Status::Waiting { timed: false, .. } | Status::Parked { timed: false } => status::WAITING,
        Status::Sleeping => status::SLEEPING,
        Status::Notified { .. } => status::BLOCKED,
        Status::Runnable => match machine.pending(thread) {
            Pending::Lock(object) if machine.state.heap.monitor(object).0 != 0 => {
                if machine.is_exploring()
                    && machine.stepper.alternative == 1
                    && !machine.state.threads[thread].control.blocked
                {
                    return status::RUNNABLE;
                }
                machine.control(thread).blocked = true;
                status::BLOCKED
            }
            _ => status::RUNNABLE,
        },
    }
}

/// `Thread.sleep(long)` up to JDK 18.
fn sleep_millis(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let millis = args.long(0);
    if millis < 0 {
        return Err(machine.throw("java/lang/IllegalArgumentException", "timeout value is negative"));
    }
    machine.sleep(millis.saturating_mul(1_000_000))
}

fn sleep_nanos(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.sleep(args.long(0))
}

fn interrupt(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.interrupt(args.object(0));
    Ok(0)
}

fn holds_lock(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    match args.object(0) {
        0 => Err(null_pointer(machine)),
        object => flag(machine.holds(object)),
    }
}

/// The number of things of a kind that the current thread has made so far, this one included. A counter of
/// all threads would depend on the schedule.
pub(crate) fn next_child(machine: &mut Machine<'_>, counter: &'static str) -> u64 {
    let creator = machine.current_thread();
    let next = machine.field(creator, counter) + 1;
    if !machine.runs_permanently() {
        machine.set_field(creator, counter, next);
    }
    next
}

/// Taking a number is a step only if the program can tell the order.
fn number_effect(machine: &Machine<'_>, _: &[u64]) -> Pending {
    if machine.counts_threads_together() { Pending::Global } else { Pending::Local }
}

/// The next number of all threads together, from 1 on.
fn next_of_all(machine: &mut Machine<'_>, counter: &'static str) -> u64 {
    let class = machine.program.well_known().thread;
    let mirror = machine.mirror(class);
    let next = machine.field(mirror, counter) + 1;
    if !machine.runs_permanently() {
        machine.set_field(mirror, counter, next);
    }
    next
}

/// Thread ids as a function of who made the thread, unless the program can tell the order: those of the main
/// thread's children follow the ids that the JDK's own threads would have.
fn next_id(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    machine.note_number_taken(false);
    let own = if machine.program.jdk_feature() >= 21 { 20 } else { 11 };
    if machine.counts_threads_together() || !machine.is_exploring() {
        return long(own + next_of_all(machine, ALL_IDS) as i64);
    }
    let child = next_child(machine, CHILD_IDS) as i64;
    if machine.state.threads[machine.stepper.current].path.is_empty() {
        return long(own + child);
    }
    let creator = machine.current_thread();
    let creator = machine.field(creator, "tid") as i64;
    long(creator.wrapping_mul(1 << 10).wrapping_add(child))
}

/// The number in the default name `Thread-n`. A plain run counts as the JDK does, and so does exploring if the program
/// can tell; else the number is a function of who made the thread, and equal to the JDK's for children of the
/// main thread as long as only that makes threads without names.
fn next_number(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    if !machine.is_exploring() {
        return Err(Trap::Bytecode);
    }
    machine.note_number_taken(true);
    if machine.counts_threads_together() {
        return int(next_of_all(machine, ALL_NAMES) as i32 - 1);
    }
    let child = next_child(machine, CHILD_NAMES) as i32 - 1;
    let path = &machine.state.threads[machine.stepper.current].path;
    let prefix =
        path.iter().fold(0i32, |number, &ordinal| number.wrapping_mul(100).wrapping_add(i32::from(ordinal) + 1));
    int(prefix.wrapping_mul(1000).wrapping_add(child))
}

/// The hash of a thread local as a function of who makes it: the JDK counts those of all threads
/// and of its own initialisers.
fn next_thread_local(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let number = next_child(machine, THREAD_LOCALS) as i32;
    int(number.wrapping_mul(0x61c8_8647))
}

/// Injected fields of `Thread`: how many ids, default names and thread locals it has handed out.
pub const CHILD_IDS: &str = "heddleChildIds";
/// Injected fields of `Class`, used in the mirror of `Thread`: ids and default names that all threads took together.
pub const ALL_IDS: &str = "heddleAllIds";
pub const ALL_NAMES: &str = "heddleAllNames";
pub const CHILD_NAMES: &str = "heddleChildNames";
pub const THREAD_LOCALS: &str = "heddleThreadLocals";

/// The bindings of scoped values are a local variable of certain methods on the stack.
fn find_scoped_value_bindings(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let thread = &machine.state.threads[machine.stepper.current];
    let bindings = thread.frames.iter().rev().find_map(|frame| {
        let method = machine.program.method(frame.method);
        let class = machine.program.class_name(method.class);
        let binds = machine.program.text(method.name) == "runWith"
            && matches!(class, "java/lang/Thread" | "java/lang/VirtualThread" | "java/lang/ScopedValue$Carrier");
        let value = *thread.regs.get(frame.base as usize + 1)?;
        (binds && value != 0).then_some(value)
    });
    Ok(bindings.unwrap_or(0))
}

fn threads(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    machine.note_identity();
    let live: Vec<Ref> = machine.live_threads().map(|thread| machine.state.threads[thread].object).collect();
    let class = machine.load("[Ljava/lang/Thread;")?;
    let array = machine.new_array(class, live.len() as u32)?;
    for (index, &thread) in live.iter().enumerate() {
        machine.store_element_ref(array, index as u32, thread);
    }
    object(array)
}
