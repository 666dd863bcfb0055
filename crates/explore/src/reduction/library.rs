//! What the JDK's own synchronisers do with data that they guard.
//!
//! A lock, a queue or a pool of `java.util.concurrent` keeps plain fields and arrays that its code
//! touches only while it holds its own lock, or hands over by a volatile write and read. Such accesses
//! are ordered by synchronisation, so nothing that another thread does at the same time conflicts
//! with them: executed together with the synchronisation before them, they come to the same. That
//! these classes are free of races is taken from their authors (the report lists it); classes whose plain
//! accesses do race by design, such as `ForkJoinPool`, are not on the list.
//!
//! The owner of a reentrant lock may also read the lock's state at any time: nobody else changes it.
//! And when a thread makes another it reads its own group, priority and loader, and when it ends it
//! clears its group and its handler; both go together with what it did before, unless the program
//! uses the methods with which other threads look at these or change them.

use std::collections::BTreeSet;

use heddle_analysis::Facts;
use heddle_machine::{Access, HEADER, Location, Machine, Mode, Pending, Ref};
use heddle_program::{ClassId, FieldId, MethodId, Origin, Program};
use heddle_verdict::SearchAssumption;
use rustc_hash::FxHashMap;

use super::called_by_user;
use super::layer::{Answer, Layer};
use super::table::Setting;

const QUEUED: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
const PACKAGE: &str = "java/util/concurrent/";
/// What goes through arrays of the program.
const COMBINING: (&str, [&str; 3]) = ("java/util/concurrent/CompletableFuture", ["allOf", "andTree", "anyOf"]);

/// Classes of the package, with those nested in them, that guard what they access plainly. In the
/// remarks: what they do without guarding it, and why that does no harm.
const GUARDED: &[&str] = &[
    "ArrayBlockingQueue",
    // What a dependent refers to is cleared by the thread that runs it, after claiming it; others that see
    // it cleared leave it alone, as they do when they find it claimed.
    "CompletableFuture",
    "CyclicBarrier",
    "DelayQueue",
    // Set by the constructor, which lets the pool see the worker.
    "ForkJoinWorkerThread",
    // The task is set to null when it is done; who still sees it looks at the state next.
    "FutureTask",
    "LinkedBlockingDeque",
    "LinkedBlockingQueue",
    "PriorityBlockingQueue",
    "ScheduledThreadPoolExecutor",
    // A task's executor and thread do not change.
    "ThreadPerTaskExecutor",
    "ThreadPoolExecutor",
    // The owner of a lock is read by others to compare it with themselves, which they are not.
    "locks/AbstractOwnableSynchronizer",
    "locks/AbstractQueuedSynchronizer$ConditionObject",
    "locks/AbstractQueuedSynchronizer$ConditionNode",
    "locks/ReentrantLock",
    // So are the first and the last reader.
    "locks/ReentrantReadWriteLock",
];

/// Collections that belong to one of these classes alone, guarded like its own fields.
const PRIVATE: &[(&str, &str)] = &[("java/util/Hash", "ThreadPoolExecutor"), ("java/util/PriorityQueue", "DelayQueue")];

/// The parts of a parallel stream: tasks, sinks, buffers. What they keep, and the spliterators that they go
/// through, is handed over with the task that needs it.
const STREAMS: &str = "java/util/stream/";

/// Locks whose state changes only by their owner, while they have one.
const OWNED: [&str; 2] =
    ["java/util/concurrent/locks/ReentrantLock$Sync", "java/util/concurrent/locks/ReentrantReadWriteLock$Sync"];

/// Methods of `Thread` that look at another thread's bookkeeping or change it. All of `ThreadGroup`'s
/// do. Whether a thread is a daemon cannot change while it runs.
const BOOKKEEPING: &[&str] = &[
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
];

/// Whether the user's code leaves the bookkeeping of threads alone.
fn leaves_bookkeeping(program: &Program, facts: &Facts) -> bool {
    let looks = |callee: MethodId| {
        let method = program.method(callee);
        match program.class_name(method.class) {
            "java/lang/Thread" => BOOKKEEPING.contains(&program.text(method.name)),
            class => class == "java/lang/ThreadGroup",
        }
    };
    !called_by_user(program, facts).into_iter().any(looks)
}

/// What a thread clears when it ends; whoever else looks at it contradicts that nobody does.
const CLEARED: [&str; 2] = ["group", "uncaughtExceptionHandler"];

#[derive(Default)]
struct Library {
    /// Whether nobody looks at what threads do when they begin and end.
    births: bool,
    guarded: FxHashMap<MethodId, Guard>,
    /// By class: where an object of it keeps its owner, if it is a lock with an owner.
    owners: FxHashMap<ClassId, Option<u32>>,
    /// The state of synchronisers, once looked up.
    state: Option<FieldId>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Guard {
    /// Code of a class that guards what it accesses.
    Own,
    /// Code of a collection that may belong to a class that guards it.
    Collection,
    /// Code of a stream, or of a spliterator that may belong to one.
    Stream,
    None,
}

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let births = setting.knowledge.is_some_and(|knowledge| leaves_bookkeeping(setting.program, knowledge.facts()));
    let mut library = Library { births, ..Library::default() };
    library.refine(&setting.semantics.refuted);
    Some(Box::new(library))
}

impl Layer for Library {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        let Pending::Memory(access) = action else { return Answer::Unknown };
        if self.is_guarded(machine, access) {
            return Answer::Independent;
        }
        self.watch(machine, access);
        Answer::Unknown
    }

    fn observe(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        if let Pending::Memory(access) = action {
            self.watch(machine, access);
        }
        false
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.births &= !refuted.contains(&SearchAssumption::ThreadEndsUnobserved);
    }
}

impl Library {
    /// Watches whether a thread looks at what another clears when it ends, by code that the analysis does not
    /// take for the program's, such as that which prints a thread.
    fn watch(&self, machine: &mut Machine<'_>, access: Access) {
        let Location::Field { object, field } = access.location else { return };
        let program = machine.program;
        let field = program.field(field);
        if self.births
            && field.class == program.well_known().thread
            && CLEARED.contains(&program.text(field.name))
            && object != machine.state.threads[machine.stepper.current].object
        {
            machine.refute(SearchAssumption::ThreadEndsUnobserved);
        }
    }

    /// Whether the running thread's access is ordered with those of all others.
    fn is_guarded(&mut self, machine: &Machine<'_>, access: Access) -> bool {
        if self.births && is_birth_or_end(machine, access.location) || is_own_beginning(machine, access.location) {
            return true;
        }
        if access.mode != Mode::Plain {
            return !access.writes
                && self.is_state(machine, access.location).is_some_and(|lock| self.is_own_lock(machine, lock));
        }
        let frames = &machine.state.threads[machine.stepper.current].frames;
        let Some(top) = frames.last() else { return false };
        match self.guard(machine, top.method) {
            Guard::None => false,
            Guard::Own => match access.location {
                // The program's own synchronisers inherit fields; how it guards them is to be seen.
                Location::Field { object, field } if is_inherited(machine, field) => is_of_jdk(machine, object),
                Location::Element { .. } | Location::Elements { .. } => !combines(machine, top.method),
                _ => true,
            },
            Guard::Stream => is_of_stream(machine, access.location),
            Guard::Collection => {
                let class_of = |method| machine.program.class_name(machine.program.method(method).class);
                let caller =
                    frames.iter().rev().map(|frame| class_of(frame.method)).find(|class| !is_collection(class));
                let collection = class_of(top.method);
                caller.and_then(|caller| caller.strip_prefix(PACKAGE)).is_some_and(|caller| {
                    PRIVATE.iter().any(|&(private, owner)| collection.starts_with(private) && caller == owner)
                })
            }
        }
    }

    fn guard(&mut self, machine: &Machine<'_>, method: MethodId) -> Guard {
        *self.guarded.entry(method).or_insert_with(|| {
            let program = machine.program;
            let info = program.method(method);
            let class = program.class_name(info.class);
            // What they copy to is not theirs.
            let copies = matches!(program.text(info.name), "toArray" | "drainTo");
            if program.class(info.class).origin != Origin::Jdk || copies {
                Guard::None
            } else if class.strip_prefix(PACKAGE).is_some_and(is_listed) {
                Guard::Own
            } else if is_collection(class) {
                Guard::Collection
            } else if class.starts_with(STREAMS) || is_spliterator(class) {
                Guard::Stream
            } else {
                Guard::None
            }
        })
    }

    /// The synchroniser that a place is the state of.
    fn is_state(&mut self, machine: &Machine<'_>, location: Location) -> Option<Ref> {
        let Location::Field { object, field } = location else { return None };
        let program = machine.program;
        self.state = self.state.or_else(|| program.find_field(program.loaded(QUEUED)?, "state"));
        (self.state == Some(field)).then_some(object)
    }

    /// Whether the running thread owns a lock, and nobody but the owner changes its state.
    fn is_own_lock(&mut self, machine: &Machine<'_>, lock: Ref) -> bool {
        let program = machine.program;
        let class = machine.class_of(lock);
        let place = *self.owners.entry(class).or_insert_with(|| {
            let chain = std::iter::successors(Some(class), |&class| program.class(class).superclass);
            let owned = chain.into_iter().any(|class| OWNED.contains(&program.class_name(class)));
            let owner = program.find_field(class, "exclusiveOwnerThread").filter(|_| owned)?;
            Some(HEADER + program.field(owner).place)
        });
        place.is_some_and(|place| {
            machine.state.heap.cell(lock + place) as Ref == machine.state.threads[machine.stepper.current].object
        })
    }
}

/// Whether the running thread is in a constructor of `Thread` or in what a thread does at its end, and
/// the place belongs to itself or its group.
fn is_birth_or_end(machine: &Machine<'_>, location: Location) -> bool {
    let Location::Field { object, .. } = location else { return false };
    let program = machine.program;
    let thread = &machine.state.threads[machine.stepper.current];
    for frame in thread.frames.iter().rev() {
        let method = program.method(frame.method);
        let is_thread = method.class == program.well_known().thread;
        if !is_thread && program.class_name(method.class) != "java/lang/ThreadGroup" {
            return false;
        }
        if is_thread && matches!(program.text(method.name), "<init>" | "exit") {
            return object == thread.object || !is_thread_object(machine, object);
        }
    }
    false
}

/// Whether the running thread, a virtual one, looks at what it is to run and whether it began, which `run` does for
/// no other thread.
fn is_own_beginning(machine: &Machine<'_>, location: Location) -> bool {
    let Location::Field { object, field } = location else { return false };
    object == machine.state.threads[machine.stepper.current].object
        && machine.program.class_name(machine.program.field(field).class)
            == "java/lang/ThreadBuilders$BoundVirtualThread"
}

/// Whether a place is a field of a stream's part, or of a spliterator that a stream goes through. The elements
/// themselves are the user's.
fn is_of_stream(machine: &Machine<'_>, location: Location) -> bool {
    let Location::Field { field, .. } = location else { return false };
    let program = machine.program;
    let class = program.class_name(program.field(field).class);
    let streams = |method| program.class_name(program.method(method).class).starts_with(STREAMS);
    class.starts_with(STREAMS)
        || is_spliterator(class)
            && machine.state.threads[machine.stepper.current].frames.iter().any(|frame| streams(frame.method))
}

/// Whether a method goes through an array that the program gave it.
fn combines(machine: &Machine<'_>, method: MethodId) -> bool {
    let (class, methods) = COMBINING;
    let method = machine.program.method(method);
    machine.program.class_name(method.class) == class && methods.contains(&machine.program.text(method.name))
}

fn is_spliterator(class: &str) -> bool {
    class.starts_with("java/util/") && class.contains("Spliterator")
}

fn is_thread_object(machine: &Machine<'_>, object: Ref) -> bool {
    machine.program.is_subtype(machine.class_of(object), machine.program.well_known().thread)
}

fn is_listed(class: &str) -> bool {
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with('$');
    GUARDED.iter().any(|&listed| class.strip_prefix(listed).is_some_and(is_end))
}

fn is_collection(class: &str) -> bool {
    PRIVATE.iter().any(|&(private, _)| class.starts_with(private))
}

/// Whether a field belongs to a class that programs derive their own synchronisers from.
fn is_inherited(machine: &Machine<'_>, field: FieldId) -> bool {
    let class = machine.program.field(field).class;
    machine.program.class_name(class).contains("/locks/Abstract")
}

fn is_of_jdk(machine: &Machine<'_>, object: Ref) -> bool {
    let class = machine.class_of(object);
    machine.program.class(class).origin == Origin::Jdk
}
