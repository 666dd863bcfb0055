//! `Thread`, its groups, virtual threads: what looks at other threads, and which fields of a thread are its own.

use crate::entry::{self, Class, Does, Holds, Is, fields, methods};

pub const THREAD: &str = "java/lang/Thread";
/// What threads belong to; all of its methods look at threads.
pub const GROUP: &str = "java/lang/ThreadGroup";
/// Since JDK 19, what a thread says of itself stands there.
pub const HOLDER: &str = "java/lang/Thread$FieldHolder";
/// The shutdown hooks of a program, in a map that is used under a lock until one thread takes it away from all others.
pub(crate) const SHUTDOWN_HOOKS: &str = "java/lang/ApplicationShutdownHooks";
/// A virtual thread that has a thread of the machine for itself.
const BOUND_VIRTUAL: &str = "java/lang/ThreadBuilders$BoundVirtualThread";
/// Whether a thread is interrupted.
pub const INTERRUPTED: &str = "interrupted";

pub(crate) const CLASSES: &[Class] = &[
    Class::new("java/lang/ref/ReferenceQueue").is(&[Is::TimesOwnWaits]),
    Class::new(SHUTDOWN_HOOKS).is(&[Is::Guarding]),
    Class::new(THREAD)
        .is(&[Is::TimesOwnWaits])
        .methods(&[
            methods(Does::ObservesThread, &["getAllStackTraces", "getStackTrace", "getState", "isInterrupted"]),
            // Whether a thread is a daemon cannot change while it runs.
            methods(
                Does::ObservesBookkeeping,
                &[
                    "getThreadGroup",
                    "getPriority",
                    "setPriority",
                    "getContextClassLoader",
                    "setContextClassLoader",
                    "getUncaughtExceptionHandler",
                    "setUncaughtExceptionHandler",
                    "activeCount",
                    "enumerate",
                    "toString",
                    "getState",
                    "getStackTrace",
                    "getAllStackTraces",
                ],
            ),
            methods(Does::ListsThreads, &["enumerate", "getAllStackTraces", "getThreads"]),
            methods(Does::MakesThread, &["<init>"]),
            methods(Does::EndsThread, &["exit"]),
            methods(Does::HandlesUncaught, &["dispatchUncaughtException"]),
            methods(Does::StartsThread, &["start0"]),
            methods(Does::RunsThread, &["run"]),
            methods(Does::RunsThread, &["runWith"]).since(19),
            methods(Does::Joins, &["join"]),
            methods(Does::TellsName, &["getName", "toString"]),
            methods(Does::TellsId, &["getId", "toString"]),
            methods(Does::TellsId, &["threadId"]).since(19),
        ])
        .fields(&[
            fields(Holds::Masked, &["eetop", "parkBlocker"]),
            // Set once, by the constructor, to something that nothing here ever asks for.
            fields(Holds::Masked, &["stackSize", "stillborn"]).until(18),
            fields(Holds::Masked, &["blocker", "blockerLock"]).until(20),
            fields(Holds::Masked, &["nioBlocker"]).since(21),
            fields(Holds::Masked, &["inheritedAccessControlContext"]).until(23),
            fields(Holds::OwnedByThread, &["threadLocals", "inheritableThreadLocals"]),
            // An id and a holder are given by the constructor, and `ThreadLocalRandom` has fields of its own thread there.
            fields(Holds::Quiet, &["tid"]),
            fields(Holds::Task, &["target"]).until(18),
            fields(Holds::Quiet, &["holder"]).since(19),
            fields(Holds::Quiet, &["scopedValueBindings"]).since(20),
            fields(
                Holds::Quiet,
                &["threadLocalRandomSeed", "threadLocalRandomProbe", "threadLocalRandomSecondarySeed"],
            ),
            fields(Holds::ClearedAtEnd, &["uncaughtExceptionHandler"]),
            fields(Holds::ClearedAtEnd, &["group"]).until(18),
            fields(Holds::Interrupted, &[INTERRUPTED]),
        ]),
    Class::new(HOLDER).since(19),
    Class::new(GROUP).methods(&[methods(Does::ListsThreads, &["enumerate"])]),
    Class::new(BOUND_VIRTUAL).since(19),
    // The machine does not start the collector's threads.
    Class::new("java/lang/ref/Reference$ReferenceHandler").is(&[Is::NeverStarted]),
    Class::new("java/lang/ref/Finalizer$FinalizerThread").is(&[Is::NeverStarted]),
    // Nobody changes the backtrace of an exception that was thrown. It may still be printed.
    Class::new("java/lang/Throwable").fields(&[fields(Holds::Quiet, &["backtrace", "depth"])]),
];

/// Fields that are neither part of a state nor visible to other threads, with their classes.
pub fn masked_fields() -> impl Iterator<Item = (&'static str, &'static str)> {
    entry::all_that_hold(Holds::Masked)
}

/// Fields that one thread alone accesses once the object is shared, with their classes.
pub fn quiet_fields() -> impl Iterator<Item = (&'static str, &'static str)> {
    entry::all_that_hold(Holds::Quiet)
}

/// Fields in which threads keep what they were given to run, with their classes.
pub fn tasks() -> impl Iterator<Item = (&'static str, &'static str)> {
    entry::all_that_hold(Holds::Task)
}

/// Fields of `Thread` that lead to what only that thread touches.
pub fn own_fields() -> impl Iterator<Item = &'static str> {
    entry::all_that_hold(Holds::OwnedByThread).map(|(_, field)| field)
}

/// Whether a method looks at another thread's group, priority, loader or handler, or changes it.
pub fn observes_bookkeeping(class: &str, name: &str) -> bool {
    class == GROUP || class == THREAD && is_method(name, Does::ObservesBookkeeping)
}

/// Whether a method of this name, of `Thread` or a class derived from it, tells what another thread does.
/// While a thread waits for a lock, it takes its interrupt away for a moment.
pub fn observes_thread(name: &str) -> bool {
    is_method(name, Does::ObservesThread)
}

/// Whether a method of `Thread` tells its name.
pub fn tells_name(name: &str) -> bool {
    is_method(name, Does::TellsName)
}

/// Whether a method of `Thread` tells its id.
pub fn tells_id(name: &str) -> bool {
    is_method(name, Does::TellsId)
}

/// Whether code of a class asks for names and ids of threads for its own ends: to tell threads apart, or for what is printed when
/// one dies.
pub fn keeps_numbers(class: &str) -> bool {
    const CLASSES: [&str; 6] = [
        "java/lang/Thread",
        "java/lang/ThreadGroup",
        "java/lang/VirtualThread",
        "java/util/concurrent/ThreadLocalRandom",
        "java/util/concurrent/locks/LockSupport",
        "java/util/concurrent/locks/ReentrantReadWriteLock",
    ];
    let outer = class.split('$').next().unwrap_or(class);
    // What the machine writes beside a class acts for others.
    !class.contains("$$") && (CLASSES.contains(&outer) || class.starts_with("jdk/internal/vm/"))
}

/// Whether a class is one of those with which management looks at threads.
pub fn is_management(class: &str) -> bool {
    class.starts_with("java/lang/management/")
}

/// Whether a thread clears a field of `Thread` when it ends.
pub fn is_cleared_at_end(field: &str) -> bool {
    entry::holds(THREAD, field).any(|holds| holds == Holds::ClearedAtEnd)
}

/// Whether a method of `Thread` makes a thread, or is what one does at its end.
pub fn makes_or_ends(name: &str) -> bool {
    is_method(name, Does::MakesThread) || is_method(name, Does::EndsThread)
}

/// What every thread does when it ends: methods of `Thread`, with their descriptors.
pub const AT_END: [(&str, &str); 2] = [("exit", "()V"), ("dispatchUncaughtException", "(Ljava/lang/Throwable;)V")];

/// What a constructor of `Thread` asks the thread that makes the new one, which may be of a class of the program.
pub const ASKED_OF_MAKER: (&str, &str) = ("getContextClassLoader", "()Ljava/lang/ClassLoader;");

/// The method of `Thread` with which a thread begins to run.
pub fn starts(class: &str, name: &str) -> bool {
    class == THREAD && is_method(name, Does::StartsThread)
}

/// Whether a method only hands over to the task that the thread was given; since JDK 21 by way of another
/// method.
pub fn runs_given_task(class: &str, name: &str) -> bool {
    class == THREAD && is_method(name, Does::RunsThread)
}

/// Whether a method tells whether a thread is interrupted.
pub fn asks_for_interrupt(class: &str, name: &str) -> bool {
    class == THREAD && ["interrupted", "isInterrupted"].contains(&name)
}

pub fn joins(class: &str, name: &str) -> bool {
    class == THREAD && is_method(name, Does::Joins)
}

/// Whether a method lists threads.
pub fn lists_threads(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::ListsThreads)
}

/// Whether a class belongs to virtual threads or to what builds threads.
pub fn is_virtual(class: &str) -> bool {
    class.starts_with("java/lang/VirtualThread") || class.starts_with("java/lang/ThreadBuilders")
}

/// Whether a class says what a virtual thread runs and whether it has begun.
pub fn is_bound_virtual(class: &str) -> bool {
    class == BOUND_VIRTUAL
}

/// Whether a class is how threads are made, run and ended.
pub fn is_plumbing(class: &str) -> bool {
    class.starts_with(THREAD) || class.starts_with("java/lang/VirtualThread")
}

/// Whether the thread that begins with `run` of a class is one that the machine does not start.
pub fn is_never_started(class: &str) -> bool {
    entry::is(class, Is::NeverStarted)
}

fn is_method(name: &str, does: Does) -> bool {
    entry::does(THREAD, name, "").any(|found| found == does)
}

/// Whether a method makes, starts, ends or waits for threads, and keeps the books about them: what it does to memory
/// is the virtual machine's business.
pub fn keeps_threads(class: &str, name: &str) -> bool {
    class == GROUP
        || class == THREAD && ["<init>", "init", "start", "exit", "join"].contains(&name)
        || class.starts_with("jdk/internal/vm/")
}
