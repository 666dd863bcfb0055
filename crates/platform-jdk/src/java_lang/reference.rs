//! `java.lang.ref`: references are cleared by `System.gc()`, and only by it, so that runs do not
//! depend on when a collector happens to work. Soft references are kept, finalizers never run.
//!
//! The thread that would hand cleared references to their queues is not started; the thread that
//! asks for a collection does its work.

use heddle_machine::{Access, Location, Machine, Mode, Native, NativeResult, Pending, Ref, SHARED, Trap};
use heddle_program::Injected;
use heddle_program::effect::{Calls, Effect, PURE, Place, Source};

use crate::rows::{Slots, flag, nothing, object, pure, row};

const REFERENCE: &str = "java/lang/ref/Reference";
const PHANTOM: &str = "java/lang/ref/PhantomReference";
const QUEUE: &str = "java/lang/ref/ReferenceQueue";
const FINALIZER: &str = "java/lang/ref/Finalizer";
/// A look at what a collection has done. The JDK's own code does it.
const LOOKS: Effect = PURE.calling(Calls::OwnCode).giving(Source::ContentOf(0));
const PENDING_LIST: &str = "()Ljava/lang/ref/Reference;";

/// What a collection clears depends on every reference that there is; then the JDK's code goes on with what
/// was cleared.
const COLLECTS: Effect =
    PURE.touching(&[Place::Everything]).calling(Calls::Static(REFERENCE, "processPendingReferences", "()V"));

pub const ROWS: &[Native] = &[
    row("java/lang/Runtime", "gc", "()V", collect, COLLECTS).refined(|_, _| Pending::Global),
    row(REFERENCE, "get", "()Ljava/lang/Object;", by_own_code, LOOKS).refined(sees_collections),
    row(REFERENCE, "isEnqueued", "()Z", by_own_code, PURE.calling(Calls::OwnCode)).refined(sees_collections),
    row(QUEUE, "poll", "()Ljava/lang/ref/Reference;", by_own_code, LOOKS).refined(sees_collections),
    row(QUEUE, "remove", "()Ljava/lang/ref/Reference;", by_own_code, LOOKS).refined(sees_collections),
    row(QUEUE, "remove", "(J)Ljava/lang/ref/Reference;", by_own_code, LOOKS).refined(sees_collections),
    row(REFERENCE, "refersTo0", "(Ljava/lang/Object;)Z", refers_to, PURE.reading(&[Place::Field(0, "referent")]))
        .refined(reads_referent),
    row(PHANTOM, "refersTo0", "(Ljava/lang/Object;)Z", refers_to, PURE.reading(&[Place::Field(0, "referent")]))
        .refined(reads_referent),
    row(REFERENCE, "clear0", "()V", clear, PURE.writing(&[Place::Field(0, "referent")])).refined(writes_referent),
    row(PHANTOM, "clear0", "()V", clear, PURE.writing(&[Place::Field(0, "referent")])).refined(writes_referent),
    pure(REFERENCE, "waitForReferencePendingList", "()V", nothing),
    row(
        REFERENCE,
        "getAndClearReferencePendingList",
        PENDING_LIST,
        take_pending,
        PURE.giving(Source::Existing(REFERENCE)),
    ),
    pure(REFERENCE, "hasReferencePendingList", "()Z", nothing),
    pure(FINALIZER, "isFinalizationEnabled", "()Z", nothing),
    pure(FINALIZER, "reportComplete", "(Ljava/lang/Object;)V", nothing),
    pure("java/lang/ref/Finalizer", "register", "(Ljava/lang/Object;)V", nothing),
    row(
        "java/lang/ref/Cleaner",
        "register",
        "(Ljava/lang/Object;Ljava/lang/Runnable;)Ljava/lang/ref/Cleaner$Cleanable;",
        register_action,
        PURE.calling(Calls::OwnCode),
    ),
];

/// What the program registers with a cleaner may never run.
fn register_action(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    machine.depend_on_finalization();
    Err(Trap::Bytecode)
}

/// The references that the collection asked for by a thread has cleared.
const CLEARED: &str = "heddleCleared";

pub const INJECTED: &[Injected] =
    &[Injected { class: "java/lang/Thread", name: CLEARED, descriptor: "Ljava/lang/ref/Reference;" }];

/// Clears what nothing else holds, then goes on with the JDK's code that fills the queues.
fn collect(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let program = machine.program;
    let reference = machine.load(REFERENCE)?;
    let Some(referent) = machine.place(reference, "referent") else { return Ok(0) };
    let weak = [program.loaded("java/lang/ref/WeakReference"), program.loaded(PHANTOM)];
    let is_weak = |class| weak.iter().flatten().any(|&weak| program.is_subtype(class, weak));
    let cleared = machine.clearable_references(is_weak, program.field(referent).place);
    machine.note_collection();
    if cleared.is_empty() {
        return Ok(0);
    }
    let mut list = 0;
    for &reference in cleared.iter().rev() {
        machine.set_field(reference, "referent", 0);
        machine.set_field(reference, "discovered", u64::from(list));
        list = reference;
    }
    let thread = machine.current_thread();
    machine.set_field(thread, CLEARED, list.into());
    machine.ensure_initialized(reference)?;
    let process = machine.method(reference, "processPendingReferences", "()V")?;
    Err(Trap::Tail(process, heddle_machine::Args::new()))
}

fn take_pending(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let thread = machine.current_thread();
    let list = machine.field(thread, CLEARED) as Ref;
    machine.set_field(thread, CLEARED, 0);
    object(list)
}

fn reads_referent(machine: &Machine<'_>, args: &[u64]) -> Pending {
    referent(machine, args.object(0), false)
}

fn writes_referent(machine: &Machine<'_>, args: &[u64]) -> Pending {
    referent(machine, args.object(0), true)
}

/// A collection writes to references, and by the JDK's code to their queues, that nobody else can reach.
fn sees_collections(machine: &Machine<'_>, _: &[u64]) -> Pending {
    if machine.sees_collections() { Pending::Global } else { Pending::Local }
}

fn by_own_code(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    Err(Trap::Bytecode)
}

fn referent(machine: &Machine<'_>, object: Ref, writes: bool) -> Pending {
    if machine.sees_collections() {
        return Pending::Global;
    }
    match machine.program.find_field(machine.class_of(object), "referent") {
        Some(field) if machine.state.heap.tag(object) == SHARED => {
            let location = Location::Field { object, field };
            Pending::Memory(Access { location, reads: !writes, writes, mode: Mode::Volatile })
        }
        _ => Pending::Local,
    }
}

fn refers_to(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    flag(machine.field(args.object(0), "referent") as u32 == args.object(1))
}

fn clear(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.set_field(args.object(0), "referent", 0);
    Ok(0)
}
