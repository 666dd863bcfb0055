//! Operations of the JDK's synchronisers, each in one go.
//!
//! `lock`, `acquire`, `put`, `await`, `fork` of `java.util.concurrent` touch several shared cells: the state, the
//! queue of those who wait, a node's status. Their authors made them such that each takes effect at one
//! moment, and so no step ends before an access of an operation that has begun: a thread goes on until
//! the operation returns, parks, waits for a monitor, looks at the clock or calls the user's code. The code
//! is the JDK's own, queues and wake-ups included; only how operations of several threads interleave
//! inside is left out. That they are atomic is taken from their authors, and the report lists it.
//!
//! Not every method is one: those that go through several elements (`size` of a linked queue, iterators), that
//! combine two collections (`addAll`), or that are documented as loose (sums of adders) are executed
//! access by access, and so are the maps, whose sizes lag behind.
//!
//! A thread that parks inside an operation without a permit does so at once, for whoever wakes it up
//! finds it parked or about to park, and both come to the same.

use heddle_machine::{Machine, Pending};
use heddle_program::{MethodId, Origin};
use rustc_hash::FxHashMap;

const PACKAGE: &str = "java/util/concurrent/";

/// Classes whose methods are operations, with those nested in them.
const WHOLE: &[&str] = &[
    "ArrayBlockingQueue",
    "CompletableFuture",
    "ConcurrentLinkedQueue",
    "ConcurrentLinkedDeque",
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

/// Methods of a thread pool that are operations. Its workers' loop is not.
const POOL: (&str, &[&str]) = (
    "ThreadPoolExecutor",
    &["execute", "addWorker", "getTask", "processWorkerExit", "shutdown", "shutdownNow", "awaitTermination", "tryTerminate"],
);

/// Methods that are no operations: they combine what they find at several moments, or several objects.
const LOOSE: &[&str] = &[
    "addAll",
    "allOf",
    "anyOf",
    "clear",
    "contains",
    "containsAll",
    "drainTo",
    "equals",
    "forEach",
    "forEachRemaining",
    "getQueueLength",
    "getQueuedThreads",
    "hashCode",
    "hasNext",
    "iterator",
    "next",
    "putAll",
    "removeAll",
    "removeIf",
    "retainAll",
    "size",
    "spliterator",
    "toArray",
    "toString",
    "tryAdvance",
];

/// Which methods are operations, as far as it was asked.
#[derive(Default)]
pub struct Operations {
    known: FxHashMap<MethodId, Kind>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Operation,
    /// Other code of the JDK.
    Jdk,
    User,
}

impl Operations {
    /// Whether the running thread is about to do this in the middle of an operation that began before
    /// this step or with it.
    pub fn is_inside(&mut self, machine: &Machine<'_>, pending: Pending) -> bool {
        // What a platform or a fair run lets others see of an operation is more than its effect.
        if machine.options.stops.is_some() || machine.stops_after_taking() || !self.may_go_on(machine, pending) {
            return false;
        }
        let frames = &machine.threads[machine.current].frames;
        let mut begin = None;
        for (index, frame) in frames.iter().enumerate().rev() {
            match self.kind(machine, frame.method) {
                Kind::Operation => begin = Some(index),
                Kind::Jdk => {}
                Kind::User => break,
            }
        }
        begin.is_some_and(|begin| {
            machine.has_stayed_in(begin, |method| self.kind(machine, method) != Kind::User)
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
        *self.known.entry(method).or_insert_with(|| {
            let program = machine.program;
            let method = program.method(method);
            if program.class(method.class).origin != Origin::Jdk {
                return Kind::User;
            }
            let Some(class) = program.class_name(method.class).strip_prefix(PACKAGE) else { return Kind::Jdk };
            let name = program.text(method.name);
            let is_whole = WHOLE.iter().any(|&whole| is_in(class, whole)) && !LOOSE.contains(&name);
            if is_whole || class == POOL.0 && POOL.1.contains(&name) { Kind::Operation } else { Kind::Jdk }
        })
    }
}

/// Whether a class is this one or nested in it.
fn is_in(class: &str, outer: &str) -> bool {
    class.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}
