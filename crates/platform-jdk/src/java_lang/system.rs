//! `java.lang.System` but for `arraycopy` and properties, and `java.lang.Shutdown`.

use heddle_machine::{Machine, Native, NativeResult, Pending, Stop, Trap};

use crate::rows::{Slots, int, local, long, nothing, object, one, visible};

const CLASS: &str = "java/lang/System";

pub const ROWS: &[Native] = &[
    local(CLASS, "registerNatives", "()V", nothing),
    local(CLASS, "identityHashCode", "(Ljava/lang/Object;)I", identity_hash_code),
    local(CLASS, "nanoTime", "()J", nano_time),
    local(CLASS, "currentTimeMillis", "()J", current_time_millis),
    local(CLASS, "setIn0", "(Ljava/io/InputStream;)V", set_in),
    visible(CLASS, "setOut0", "(Ljava/io/PrintStream;)V", set_out, everything),
    visible(CLASS, "setErr0", "(Ljava/io/PrintStream;)V", set_err, everything),
    local(CLASS, "lineSeparator", "()Ljava/lang/String;", |machine, _| object(machine.intern_str("\n"))),
    local(CLASS, "getSecurityManager", "()Ljava/lang/SecurityManager;", nothing),
    local(CLASS, "allowSecurityManager", "()Z", nothing),
    local(CLASS, "getenv", "(Ljava/lang/String;)Ljava/lang/String;", nothing),
    local(CLASS, "console", "()Ljava/io/Console;", nothing),
    local(CLASS, "runFinalization", "()V", nothing),
    local(CLASS, "mapLibraryName", "(Ljava/lang/String;)Ljava/lang/String;", map_library_name),
    // What the JDK's own libraries do is done here.
    local("jdk/internal/loader/BootLoader", "loadLibrary", "(Ljava/lang/String;)V", nothing),
    local("java/lang/Runtime", "loadLibrary0", "(Ljava/lang/Class;Ljava/lang/String;)V", load_library),
    local("java/lang/Runtime", "load0", "(Ljava/lang/Class;Ljava/lang/String;)V", load_library),
    local("java/lang/ProcessEnvironment", "environ", "()[[B", environ),
    local("java/lang/ProcessHandleImpl", "initNative", "()V", nothing),
    local("java/lang/ProcessHandleImpl", "getCurrentPid0", "()J", one),
    local("java/lang/ProcessHandleImpl", "isAlive0", "(J)J", |_, _| long(EPOCH_MILLIS)),
    local("java/lang/Shutdown", "beforeHalt", "()V", nothing),
    // Since JDK 21 a logger may be told of the exit; none is configured.
    local("java/lang/Shutdown", "logRuntimeExit", "(I)V", nothing),
    visible("java/lang/Shutdown", "halt0", "(I)V", halt, everything),
];

/// When the virtual clock starts: 2026-01-01T00:00:00Z, in milliseconds.
pub const EPOCH_MILLIS: i64 = 1_767_225_600_000;

fn identity_hash_code(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    int(machine.identity_hash(args.object(0)))
}

fn nano_time(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.now())
}

fn current_time_millis(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(EPOCH_MILLIS + machine.now() / 1_000_000)
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
