//! Small classes of `jdk.internal`: what they tell the JDK about the virtual machine under it.

use heddle_machine::time::MILLI_EPOCH;
use heddle_machine::{Machine, Native, NativeResult, Trap};

use crate::java_lang::system::{let_time_pass, look_at_clock};
use crate::rows::{Slots, class_argument, int, local, long, nothing, one, visible};

const VM: &str = "jdk/internal/misc/VM";
const CDS: &str = "jdk/internal/misc/CDS";
const SECRETS: &str = "jdk/internal/access/SharedSecrets";
const CONTROLLER: &str = "java/security/AccessController";

pub const ROWS: &[Native] = &[
    local(VM, "initialize", "()V", nothing),
    local(VM, "initializeFromArchive", "(Ljava/lang/Class;)V", nothing),
    local(VM, "isBooted", "()Z", one),
    local(VM, "isModuleSystemInited", "()Z", one),
    local(VM, "initLevel", "()I", booted_level),
    local(VM, "isJavaLangInvokeInited", "()Z", one),
    visible(VM, "getNanoTimeAdjustment", "(J)J", nano_time_adjustment, look_at_clock),
    local(VM, "getRuntimeArguments", "()[Ljava/lang/String;", no_strings),
    local(VM, "maxDirectMemory", "()J", max_direct_memory),
    local(VM, "latestUserDefinedLoader0", "()Ljava/lang/ClassLoader;", nothing),
    local(VM, "isSetUID", "()Z", nothing),
    local(VM, "isSupportedClassFileVersion", "(II)Z", one),
    local(VM, "isSupportedModuleDescriptorVersion", "(II)Z", one),
    // No class data sharing.
    local(CDS, "isDumpingArchive0", "()Z", nothing),
    local(CDS, "isDumpingClassList0", "()Z", nothing),
    local(CDS, "isSharingEnabled0", "()Z", nothing),
    local(CDS, "getCDSConfigStatus", "()I", nothing),
    local(CDS, "getRandomSeedForDumping", "()J", nothing),
    local(CDS, "initializeFromArchive", "(Ljava/lang/Class;)V", nothing),
    local(CDS, "needsClassInitBarrier0", "(Ljava/lang/Class;)Z", nothing),
    local("jdk/internal/misc/PreviewFeatures", "isPreviewEnabled", "()Z", one),
    local("jdk/internal/misc/ScopedMemoryAccess", "registerNatives", "()V", nothing),
    // Memory is never freed, so an access that was under way may end as if it had come first.
    local("jdk/internal/misc/ScopedMemoryAccess", "closeScope0", "", nothing),
    local("jdk/internal/misc/Signal", "findSignal0", "(Ljava/lang/String;)I", no_signal),
    local("jdk/internal/misc/Signal", "handle0", "(IJ)J", nothing),
    // A virtual thread then is a thread of its own (`ThreadBuilders.BoundVirtualThread`).
    local("jdk/internal/vm/ContinuationSupport", "isSupported0", "()Z", nothing),
    local("java/lang/VirtualThread", "registerNatives", "()V", nothing),
    local("jdk/internal/vm/Continuation", "registerNatives", "()V", nothing),
    local("jdk/internal/vm/Continuation", "pin", "()V", nothing),
    local("jdk/internal/vm/Continuation", "unpin", "()V", nothing),
    local("jdk/internal/vm/vector/VectorSupport", "registerNatives", "()I", nothing),
    local("jdk/internal/vm/vector/VectorSupport", "getMaxLaneCount", "(Ljava/lang/Class;)I", no_lanes),
    local("jdk/internal/vm/ForeignLinkerSupport", "isSupported0", "()Z", nothing),
    local(SECRETS, "ensureClassInitialized", "(Ljava/lang/Class;)V", ensure_class_initialized),
    // A JVM has initialised these at boot, so the JDK does not ask for it.
    local(SECRETS, "getJavaLangReflectAccess", "()Ljdk/internal/access/JavaLangReflectAccess;", with_reflect_access),
    local(SECRETS, "getJavaLangRefAccess", "()Ljdk/internal/access/JavaLangRefAccess;", with_reference_access),
    // Nobody reads the counters of the JDK's own performance.
    local("jdk/internal/perf/Perf", "registerNatives", "()V", nothing),
    local("jdk/internal/perf/PerfCounter", "<init>", "(Ljava/lang/String;I)V", nothing),
    local("jdk/internal/perf/PerfCounter", "set", "(J)V", nothing),
    local("jdk/internal/perf/PerfCounter", "add", "(J)V", nothing),
    local("jdk/internal/perf/PerfCounter", "increment", "()V", nothing),
    local("jdk/internal/perf/PerfCounter", "addTime", "(J)V", nothing),
    local("jdk/internal/perf/PerfCounter", "addElapsedTimeFrom", "(J)V", nothing),
    // There is no security manager.
    local(CONTROLLER, "getStackAccessControlContext", "()Ljava/security/AccessControlContext;", nothing),
    local(CONTROLLER, "getInheritedAccessControlContext", "()Ljava/security/AccessControlContext;", nothing),
    local(CONTROLLER, "getContext", "()Ljava/security/AccessControlContext;", nothing),
    local(CONTROLLER, "checkPermission", "(Ljava/security/Permission;)V", nothing),
    local(CONTROLLER, "getProtectionDomain", "(Ljava/lang/Class;)Ljava/security/ProtectionDomain;", nothing),
    local(CONTROLLER, "ensureMaterializedForStackWalk", "(Ljava/lang/Object;)V", nothing),
    local("java/util/concurrent/atomic/AtomicLong", "VMSupportsCS8", "()Z", one),
];

/// `VM.SYSTEM_BOOTED`.
fn booted_level(_: &mut Machine<'_>, _: &[u64]) -> NativeResult {
    int(4)
}

/// Nanoseconds from an offset in seconds since the epoch to now, or -1 if that does not fit.
fn nano_time_adjustment(machine: &mut Machine<'_>, args: &[u64]) -> NativeResult {
    let_time_pass(machine);
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

fn after_initializing(machine: &mut Machine<'_>, class: &str) -> NativeResult {
    let class = machine.load(class)?;
    machine.ensure_initialized(class)?;
    Err(Trap::Bytecode)
}
