//! Small classes of `jdk.internal`: what they tell the JDK about the virtual machine under it.

use heddle_machine::time::MILLI_EPOCH;
use heddle_machine::{Machine, Native, NativeResult, Trap};
use heddle_program::effect::{Aspect, Calls, PURE, Source};

use crate::java_lang::system::look_at_clock;
use crate::rows::{Slots, class_argument, int, long, nothing, one, pure, row};

const VM: &str = "jdk/internal/misc/VM";
const CDS: &str = "jdk/internal/misc/CDS";
const SECRETS: &str = "jdk/internal/access/SharedSecrets";
const CONSTANT_DESCS: &str = "java/lang/constant/ConstantDescs";
const CONTROLLER: &str = "java/security/AccessController";

/// A JVM has initialised these when it has started.
const ACCESSES: &[&str] = &["java/lang/reflect/AccessibleObject", "java/lang/ref/Reference"];

pub const ROWS: &[Native] = &[
    pure(VM, "initialize", "()V", nothing),
    pure(VM, "isBooted", "()Z", one),
    pure(VM, "isModuleSystemInited", "()Z", one),
    pure(VM, "initLevel", "()I", booted_level),
    pure(VM, "isJavaLangInvokeInited", "()Z", one),
    row(VM, "getNanoTimeAdjustment", "(J)J", nano_time_adjustment, PURE.observing(&[Aspect::Time]))
        .refined(look_at_clock),
    pure(VM, "getRuntimeArguments", "()[Ljava/lang/String;", no_strings),
    pure(VM, "maxDirectMemory", "()J", max_direct_memory),
    pure(VM, "latestUserDefinedLoader0", "()Ljava/lang/ClassLoader;", nothing),
    pure(VM, "isSetUID", "()Z", nothing),
    // The program is the superuser's.
    pure(VM, "getuid", "()J", nothing),
    pure(VM, "geteuid", "()J", nothing),
    pure(VM, "getgid", "()J", nothing),
    pure(VM, "getegid", "()J", nothing),
    pure(VM, "isSupportedClassFileVersion", "(II)Z", one),
    pure(VM, "isSupportedModuleDescriptorVersion", "(II)Z", one),
    // No class data sharing.
    pure(CDS, "isDumpingArchive0", "()Z", nothing),
    pure(CDS, "isDumpingClassList0", "()Z", nothing),
    pure(CDS, "isSharingEnabled0", "()Z", nothing),
    pure(CDS, "getCDSConfigStatus", "()I", nothing),
    pure(CDS, "getRandomSeedForDumping", "()J", nothing),
    pure(CDS, "initializeFromArchive", "(Ljava/lang/Class;)V", nothing),
    pure(CDS, "needsClassInitBarrier0", "(Ljava/lang/Class;)Z", nothing),
    pure("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled", "()Z", one),
    pure("jdk/internal/misc/ScopedMemoryAccess", "registerNatives", "()V", nothing),
    // Memory is never freed, so an access that was under way may end as if it had come first.
    pure("jdk/internal/misc/ScopedMemoryAccess", "closeScope0", "", nothing),
    pure("jdk/internal/misc/Signal", "findSignal0", "(Ljava/lang/String;)I", no_signal),
    pure("jdk/internal/misc/Signal", "handle0", "(IJ)J", nothing),
    // A virtual thread then is a thread of its own (`ThreadBuilders.BoundVirtualThread`).
    pure("jdk/internal/vm/ContinuationSupport", "isSupported0", "()Z", nothing),
    pure("java/lang/VirtualThread", "registerNatives", "()V", nothing),
    pure("jdk/internal/vm/Continuation", "registerNatives", "()V", nothing),
    pure("jdk/internal/vm/Continuation", "pin", "()V", nothing),
    pure("jdk/internal/vm/Continuation", "unpin", "()V", nothing),
    pure("jdk/internal/vm/vector/VectorSupport", "registerNatives", "()I", nothing),
    pure("jdk/internal/vm/vector/VectorSupport", "getMaxLaneCount", "(Ljava/lang/Class;)I", no_lanes),
    pure("jdk/internal/vm/ForeignLinkerSupport", "isSupported0", "()Z", nothing),
    row(
        SECRETS,
        "ensureClassInitialized",
        "(Ljava/lang/Class;)V",
        ensure_class_initialized,
        PURE.calling(Calls::OwnCodeAfter(ACCESSES)),
    ),
    // A JVM has initialised these at boot, so the JDK does not ask for it.
    row(
        SECRETS,
        "getJavaLangReflectAccess",
        "()Ljdk/internal/access/JavaLangReflectAccess;",
        with_reflect_access,
        PURE.calling(Calls::OwnCodeAfter(ACCESSES)),
    ),
    row(
        SECRETS,
        "getJavaLangRefAccess",
        "()Ljdk/internal/access/JavaLangRefAccess;",
        with_reference_access,
        PURE.calling(Calls::OwnCodeAfter(ACCESSES)),
    ),
    // These two classes refer to each other, and only one order of initialising them works.
    row(
        "jdk/internal/constant/ConstantUtils",
        "forPrimitiveType",
        "",
        with_constant_descs,
        PURE.calling(Calls::OwnCodeAfter(&[CONSTANT_DESCS])),
    ),
    // Nobody reads the counters of the JDK's own performance.
    pure("jdk/internal/perf/Perf", "registerNatives", "()V", nothing),
    pure("jdk/internal/perf/PerfCounter", "<init>", "(Ljava/lang/String;I)V", nothing),
    pure("jdk/internal/perf/PerfCounter", "set", "(J)V", nothing),
    pure("jdk/internal/perf/PerfCounter", "add", "(J)V", nothing),
    pure("jdk/internal/perf/PerfCounter", "increment", "()V", nothing),
    pure("jdk/internal/perf/PerfCounter", "addTime", "(J)V", nothing),
    pure("jdk/internal/perf/PerfCounter", "addElapsedTimeFrom", "(J)V", nothing),
    // There is no security manager.
    row(
        CONTROLLER,
        "getStackAccessControlContext",
        "()Ljava/security/AccessControlContext;",
        nothing,
        PURE.giving(Source::Null),
    ),
    row(
        CONTROLLER,
        "getInheritedAccessControlContext",
        "()Ljava/security/AccessControlContext;",
        nothing,
        PURE.giving(Source::Null),
    ),
    row(CONTROLLER, "getContext", "()Ljava/security/AccessControlContext;", nothing, PURE.giving(Source::Null)),
    pure(CONTROLLER, "checkPermission", "(Ljava/security/Permission;)V", nothing),
    pure(CONTROLLER, "getProtectionDomain", "(Ljava/lang/Class;)Ljava/security/ProtectionDomain;", nothing),
    pure(CONTROLLER, "ensureMaterializedForStackWalk", "(Ljava/lang/Object;)V", nothing),
    pure("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "()Z", one),
];

/// `VM.SYSTEM_BOOTED`.
fn booted_level(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(4)
}

/// Nanoseconds from an offset in seconds since the epoch to now, or -1 if that does not fit.
fn nano_time_adjustment(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    machine.let_chosen_time_pass();
    machine.give_out_time();
    let now = i128::from(MILLI_EPOCH) * 1_000_000 + i128::from(machine.now());
    let adjustment = now - i128::from(args.long(0)) * 1_000_000_000;
    long(i64::try_from(adjustment).unwrap_or(-1))
}

fn no_strings(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    let class = machine.program.well_known().string_array;
    crate::rows::object(machine.new_array(class, 0)?)
}

fn max_direct_memory(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    long(machine.resources().heap_bytes as i64)
}

fn no_signal(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(-1)
}

fn no_lanes(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(-1)
}

fn ensure_class_initialized(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let class = class_argument(machine, args, 0)?;
    machine.ensure_initialized(class)?;
    Ok(0)
}

fn with_reflect_access(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    after_initializing(machine, "java/lang/reflect/AccessibleObject")
}

fn with_reference_access(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    after_initializing(machine, "java/lang/ref/Reference")
}

fn with_constant_descs(machine: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    after_initializing(machine, CONSTANT_DESCS)
}

fn after_initializing(machine: &mut Machine<'_>, class: &str) -> NativeResult {
    let class = machine.load(class)?;
    machine.ensure_initialized(class)?;
    Err(Trap::Bytecode)
}
