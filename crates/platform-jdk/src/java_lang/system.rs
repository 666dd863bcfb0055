//! `java.lang.System` but for `arraycopy` and properties, and `java.lang.Shutdown`.

use heddle_machine::time::{MILLI_EPOCH, NANO_EPOCH};
use heddle_machine::{Machine, Native, NativeResult, Pending, Stop, Trap};
use heddle_program::effect::{Aspect, PURE, Place, Source};

use crate::rows::{Slots, int, long, nothing, object, one, pure, row};

const CLASS: &str = "java/lang/System";

pub const ROWS: &[Native] = &[
    pure(CLASS, "registerNatives", "()V", nothing),
    row(
        CLASS,
        "identityHashCode",
        "(Ljava/lang/Object;)I",
        identity_hash_code,
        PURE.observing(&[Aspect::IdentityHash]),
    ),
    row(CLASS, "nanoTime", "()J", nano_time, PURE.observing(&[Aspect::Time])).refined(look_at_clock),
    row(CLASS, "currentTimeMillis", "()J", current_time_millis, PURE.observing(&[Aspect::Time])).refined(look_at_clock),
    row(
        CLASS,
        "setIn0",
        "(Ljava/io/InputStream;)V",
        set_in,
        PURE.writing(&[Place::Static(CLASS, "in")]).storing(&[(Source::Argument(0), Place::Static(CLASS, "in"))]),
    )
    .refined(everything),
    row(
        CLASS,
        "setOut0",
        "(Ljava/io/PrintStream;)V",
        set_out,
        PURE.writing(&[Place::Static(CLASS, "out")]).storing(&[(Source::Argument(0), Place::Static(CLASS, "out"))]),
    )
    .refined(everything),
    row(
        CLASS,
        "setErr0",
        "(Ljava/io/PrintStream;)V",
        set_err,
        PURE.writing(&[Place::Static(CLASS, "err")]).storing(&[(Source::Argument(0), Place::Static(CLASS, "err"))]),
    )
    .refined(everything),
    pure(CLASS, "lineSeparator", "()Ljava/lang/String;", |machine, _| object(machine.intern_str("\n"))),
    row(CLASS, "getSecurityManager", "()Ljava/lang/SecurityManager;", nothing, PURE.giving(Source::Null)),
    pure(CLASS, "allowSecurityManager", "()Z", nothing),
    row(CLASS, "getenv", "(Ljava/lang/String;)Ljava/lang/String;", nothing, PURE.observing(&[Aspect::Environment])),
    row(CLASS, "console", "()Ljava/io/Console;", nothing, PURE.giving(Source::Null).observing(&[Aspect::Host])),
    pure(CLASS, "runFinalization", "()V", nothing),
    pure(CLASS, "mapLibraryName", "(Ljava/lang/String;)Ljava/lang/String;", map_library_name),
    // What the JDK's own libraries do is done here.
    pure("jdk/internal/loader/BootLoader", "loadLibrary", "(Ljava/lang/String;)V", nothing),
    pure("java/lang/Runtime", "loadLibrary0", "(Ljava/lang/Class;Ljava/lang/String;)V", load_library),
    pure("java/lang/Runtime", "load0", "(Ljava/lang/Class;Ljava/lang/String;)V", load_library),
    row("java/lang/ProcessEnvironment", "environ", "()[[B", environ, PURE.observing(&[Aspect::Environment])),
    pure("java/lang/ProcessHandleImpl", "initNative", "()V", nothing),
    pure("java/lang/ProcessHandleImpl", "getCurrentPid0", "()J", one),
    pure("java/lang/ProcessHandleImpl", "isAlive0", "(J)J", |_, _| long(MILLI_EPOCH)),
    // The program is the only process of its world, and nothing is known about it.
    pure("java/lang/ProcessHandleImpl", "parent0", "(JJ)J", |_, _| long(-1)),
    pure("java/lang/ProcessHandleImpl", "getProcessPids0", "", nothing),
    pure("java/lang/ProcessHandleImpl$Info", "initIDs", "()V", nothing),
    pure("java/lang/ProcessHandleImpl$Info", "info0", "(J)V", nothing),
    pure("java/lang/Shutdown", "beforeHalt", "()V", nothing),
    // Since JDK 21 a logger may be told of the exit; none is configured.
    pure("java/lang/Shutdown", "logRuntimeExit", "(I)V", nothing),
    row("java/lang/Shutdown", "halt0", "(I)V", halt, PURE).refined(everything),
];

fn identity_hash_code(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(machine.identity_hash(args.object(0)))
}

/// Reading the clock is a choice if somebody could tell how much time has passed.
pub fn look_at_clock(machine: &Machine<'_>, _: &[u64]) -> Pending {
    if machine.notices_time(machine.stepper.current) { Pending::Clock } else { Pending::Local }
}

fn nano_time(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    machine.let_chosen_time_pass();
    long(NANO_EPOCH + machine.now())
}

fn current_time_millis(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    machine.let_chosen_time_pass();
    long(MILLI_EPOCH + machine.now() / 1_000_000)
}

fn set_in(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    set_stream(machine, "in", args)
}

fn set_out(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    set_stream(machine, "out", args)
}

fn set_err(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    set_stream(machine, "err", args)
}

fn set_stream(machine: &mut Machine<'_>, field: &'static str, args: &[u64]) -> NativeResult {
    machine.replace_stream();
    let system = machine.load(CLASS)?;
    machine.set_static_field(system, field, args[0]);
    Ok(0)
}

fn map_library_name(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let name = format!("lib{}.so", machine.string(args.object(0)));
    object(machine.new_string(&name)?)
}

/// Libraries of the JDK count as loaded; others cannot be.
fn load_library(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let caller = machine.class_of_mirror(args.object(1));
    if caller.is_some_and(|class| machine.is_jdk(class)) {
        return Ok(0);
    }
    let name = machine.string(args.object(2));
    Err(crate::rows::unsupported(format!("the native library {name}")))
}

/// The environment is empty, so that it is the same everywhere.
fn environ(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.load("[[B")?;
    object(machine.new_array(class, 0)?)
}

fn halt(_: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    Err(Trap::Stop(Stop::Exit(args.int(0))))
}

fn everything(_: &Machine<'_>, _: &[u64]) -> Pending {
    Pending::Global
}
