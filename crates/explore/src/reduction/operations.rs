//! Operations of the JDK's synchronisers, each in one go.
//!
//! `lock`, `acquire`, `put`, `await`, `fork` of `java.util.concurrent` touch several shared cells: the state, the
//! queue of those who wait, a node's status. Their authors made them such that each takes effect at one
//! moment, and so no step ends before an access of an operation that has begun: a thread goes on until
//! the operation returns, parks, waits for a monitor, looks at the clock or calls the user's code. The code
//! is the JDK's own, queues and wake-ups included; only how operations of several threads interleave
//! inside is left out. That they are atomic is taken from their authors, and the report lists it.
//!
//! Not every method is one. Those that go through several elements (iterators, `size` of a linked queue) or
//! combine two collections (`addAll`) are executed access by access. So is what has effects one after
//! another that others may tell apart: a map counts an entry after it has put it in, a task is done before
//! it is handed to a completion service, a worker completes a task before it looks for the next, a pool
//! is shut down before it is terminated, a future has a result before those that depend on it.
//!
//! A thread that parks inside an operation without a permit does so at once, for whoever wakes it up
//! finds it parked or about to park, and both come to the same.

use heddle_analysis::Facts;
use heddle_machine::{Machine, Pending};
use heddle_program::{MethodId, Origin, Program};
use rustc_hash::FxHashMap;

const PACKAGE: &str = "java/util/concurrent/";

/// Classes whose methods are operations, with those nested in them.
const WHOLE: &[&str] = &[
    "ArrayBlockingQueue",
    "ConcurrentLinkedQueue",
    "CopyOnWriteArrayList",
    "CountDownLatch",
    "CyclicBarrier",
    "DelayQueue",
    "Exchanger",
    "ForkJoinPool",
    "ForkJoinTask",
    "ForkJoinWorkerThread",
    "FutureTask",
    "LinkedBlockingDeque",
    "LinkedBlockingQueue",
    "LinkedTransferQueue",
    "Phaser",
    "PriorityBlockingQueue",
    "ScheduledThreadPoolExecutor$DelayedWorkQueue",
    "Semaphore",
    "SynchronousQueue",
    "locks/AbstractQueuedLongSynchronizer",
    "locks/AbstractQueuedSynchronizer",
    "locks/ReentrantLock",
    "locks/ReentrantReadWriteLock",
    "locks/StampedLock",
];

/// Classes of which just these methods are operations.
const PARTLY: &[(&str, &[&str])] = &[
    (
        "CompletableFuture",
        &["bipush", "get", "getNow", "isDone", "join", "orpush", "postComplete", "postFire", "tryPushStack", "unipush"],
    ),
    ("ConcurrentHashMap", &["containsKey", "get", "getOrDefault", "put", "putIfAbsent", "remove", "replace"]),
    ("ConcurrentSkipListMap", &["containsKey", "get", "put", "putIfAbsent", "remove"]),
    // Who is the last to complete a part goes on with the whole, and nobody else looks at the part again.
    ("CountedCompleter", &["propagateCompletion", "tryComplete"]),
    ("ThreadPoolExecutor", &["addWorker", "awaitTermination", "execute", "getTask", "processWorkerExit", "shutdown"]),
];

/// Operations of a map that call a function. What that does is its own, also if it is the JDK's.
const CALLING: (&str, &[&str]) = ("ConcurrentHashMap", &["compute", "computeIfAbsent", "computeIfPresent", "merge"]);

/// Methods that are no operations, and of which no operation is made by calling them: they combine what
/// they find at several moments, or have effects beyond those of their caller.
const LOOSE: &[&str] = &[
    "addAll",
    "addCount",
    // A task counts as cancelled before the thread that runs it is interrupted.
    "cancel",
    "clear",
    "contains",
    "containsAll",
    "doExec",
    "done",
    "drainTo",
    "equals",
    "exec",
    "forEach",
    "forEachRemaining",
    "getQueueLength",
    "getQueuedThreads",
    "getWaitingConsumerCount",
    "hasNext",
    "hashCode",
    "iterator",
    "next",
    "putAll",
    "removeAll",
    "removeIf",
    "replaceAll",
    "retainAll",
    "run",
    "runAndReset",
    "size",
    "spliterator",
    "toArray",
    "toString",
    "tryAdvance",
    "tryFire",
    "tryTerminate",
];

/// A pool of this class ends in one go once it has nothing to do: nobody but its idle workers is concerned.
/// Told to stop, it cancels tasks and interrupts workers one after another, and every access counts.
const ENDING: (&str, &str, &str) = ("ForkJoinPool", "tryTerminate", "shutdownNow");

/// Classes whose `run` is theirs and not the user's: a worker of a pool, and what makes one.
const RUNNING: [&str; 2] = ["ForkJoinPool", "ForkJoinWorkerThread"];

/// The last to arrive at a phaser does so before the phase ends, which methods that count those who have
/// arrived can tell apart. If the program uses one of them, every access counts.
const COUNTING: (&str, [&str; 2]) = ("Phaser", ["getArrivedParties", "getUnarrivedParties"]);

/// Whether a program counts who has arrived at a phaser.
pub fn counts_arrivals(program: &Program, facts: &Facts) -> bool {
    let (class, methods) = COUNTING;
    facts.methods().iter().any(|&method| {
        let method = program.method(method);
        program.class_name(method.class).strip_prefix(PACKAGE) == Some(class)
            && methods.contains(&program.text(method.name))
    })
}

/// Which methods are operations, as far as it was asked.
pub struct Operations {
    /// Somebody may count who has arrived at a phaser.
    counts_arrivals: bool,
    known: FxHashMap<MethodId, Kind>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Operation,
    /// An operation that calls a function.
    Calling,
    Loose,
    /// Nothing that it does is an operation.
    Stepwise,
    /// Other code of the class of [`CALLING`].
    OfMap,
    /// Other code of the JDK, which may belong to what an operation does or to a function that it calls.
    Shared,
    /// Code of the JDK that has no shared state: strings, numbers, access to memory.
    Plain,
    User,
}

impl Operations {
    pub fn new(counts_arrivals: bool) -> Self {
        Self { counts_arrivals, known: FxHashMap::default() }
    }

    /// Whether the running thread is about to do this in the middle of an operation that began before
    /// this step or with it.
    pub fn is_inside(&mut self, machine: &Machine<'_>, pending: Pending) -> bool {
        // What a platform or a fair run lets others see of an operation is more than its effect.
        if machine.options.stops.is_some() || machine.stops_after_taking() || !self.may_go_on(machine, pending) {
            return false;
        }
        let frames = &machine.threads[machine.current].frames;
        let mut begin = None;
        let mut only_map = true;
        for (index, frame) in frames.iter().enumerate().rev() {
            let kind = self.kind(machine, frame.method);
            match kind {
                Kind::Operation => begin = Some(index),
                Kind::Calling if only_map => begin = Some(index),
                Kind::OfMap | Kind::Shared | Kind::Plain => {}
                Kind::Stepwise => return false,
                Kind::Calling | Kind::Loose | Kind::User => break,
            }
            only_map &= matches!(kind, Kind::Calling | Kind::OfMap | Kind::Plain);
        }
        let Some(begin) = begin else { return false };
        let calls = self.kind(machine, frames[begin].method) == Kind::Calling;
        machine.has_stayed_in(begin, |method| match self.kind(machine, method) {
            Kind::Loose | Kind::Stepwise | Kind::User => false,
            Kind::Operation | Kind::Shared => !calls,
            Kind::Calling | Kind::OfMap | Kind::Plain => true,
        })
    }

    fn may_go_on(&self, machine: &Machine<'_>, pending: Pending) -> bool {
        match pending {
            Pending::Memory(_)
            | Pending::Copy { .. }
            | Pending::Unpark(_)
            | Pending::Alive(_)
            | Pending::Interrupt(_)
            | Pending::Interrupted(_)
            | Pending::Start(_)
            | Pending::Yield => true,
            Pending::Lock(object) => machine.heap.monitor(object).0 == 0,
            Pending::Park => machine.will_park(),
            _ => false,
        }
    }

    fn kind(&mut self, machine: &Machine<'_>, method: MethodId) -> Kind {
        let counts_arrivals = self.counts_arrivals;
        *self.known.entry(method).or_insert_with(|| {
            let program = machine.program;
            let method = program.method(method);
            if program.class(method.class).origin != Origin::Jdk {
                return Kind::User;
            }
            let full = program.class_name(method.class);
            let name = program.text(method.name);
            let Some(class) = full.strip_prefix(PACKAGE) else {
                return if full.starts_with("java/util/") { Kind::Shared } else { Kind::Plain };
            };
            let is_operation = WHOLE.iter().any(|&whole| is_in(class, whole))
                || PARTLY.iter().any(|&(whole, methods)| class == whole && methods.contains(&name));
            let (pool, ends, stops) = ENDING;
            if class == pool && name == stops || counts_arrivals && class == COUNTING.0 {
                Kind::Stepwise
            } else if LOOSE.contains(&name)
                && !(class == pool && name == ends)
                && !(name == "run" && RUNNING.iter().any(|&outer| is_in(class, outer)))
            {
                Kind::Loose
            } else if is_operation {
                Kind::Operation
            } else if class == CALLING.0 && CALLING.1.contains(&name) {
                Kind::Calling
            } else if is_in(class, CALLING.0) {
                Kind::OfMap
            } else {
                Kind::Shared
            }
        })
    }
}

/// Whether a class is this one or nested in it.
fn is_in(class: &str, outer: &str) -> bool {
    class.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}
