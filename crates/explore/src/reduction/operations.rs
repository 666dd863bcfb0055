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

use std::collections::BTreeSet;

use heddle_analysis::Facts;
use heddle_machine::{Machine, Pending};
use heddle_program::{MethodId, Origin, Program};
use heddle_verdict::SearchAssumption;
use rustc_hash::FxHashMap;

use super::layer::{Answer, Layer};
use super::pool_assumptions::{PoolAssumption, PoolAssumptions};
use super::stable_reads::{self, StableReads};
use super::table::Setting;

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
    DELAYED,
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
    ("ScheduledThreadPoolExecutor", &["canRunInCurrentRunState", "reExecutePeriodic"]),
    ("ScheduledThreadPoolExecutor$ScheduledFutureTask", &["setNextRunTime"]),
    (
        "ThreadPoolExecutor",
        &["addWorker", "awaitTermination", "ensurePrestart", "execute", "getTask", "processWorkerExit", "shutdown"],
    ),
];

/// Operations that are atomic as long as an assumption about the program holds.
///
/// What a worker does from the end of a task to the beginning of the next, or to its own end, is a single
/// operation: it counts the task, gives up the lock that says that it is busy, takes another task from the
/// queue, takes the lock, and drops interrupts that were meant for an idle worker. Only the queue, the state
/// of the pool and the end of the worker's thread are seen by others, unless they ask for counts. A shutdown in
/// the middle comes to the same as one before or after: before the task is taken, the worker would find it
/// all the same or be woken up to find none; after that, it only sees an interrupt that it drops.
///
/// A task is scheduled, or refused after a shutdown. If the pool is stopped in between, it is neither
/// refused nor among those that the pool gives back, but cancelled.
const USUALLY: &[(&str, &str, PoolAssumption)] = &[
    ("ThreadPoolExecutor", "runWorker", PoolAssumption::WorkersUnobserved),
    ("ScheduledThreadPoolExecutor", "delayedExecute", PoolAssumption::NeverStopped),
];

/// Operations with all that they call but the user's code, also what is no operation for others: it concerns
/// collections that belong to the pool, or a registry of pools that no program sees.
///
/// A thread of a `ThreadPerTaskExecutor` is in the set before the state is looked at, so that a shutdown that
/// comes in between finds the set not empty, and the task is refused as if it had come later.
const CLOSED: &[(&str, &[&str])] = &[
    ("ThreadPerTaskExecutor", &["execute", "start", "submit", "taskComplete", "tryTerminate"]),
    ("ThreadPoolExecutor", &["tryTerminate"]),
];

/// A pool is shut down before it ends, and others may see it in between: the end is no part of a shutdown. Nor
/// is it part of a worker's end if they count the workers.
const ENDS: (&str, &str, &str) = ("ThreadPoolExecutor", "shutdown", "tryTerminate");

const DELAYED: &str = "ScheduledThreadPoolExecutor$DelayedWorkQueue";

/// Classes whose size is one number, or is found under their lock.
const SIZED: &[&str] = &[
    "ArrayBlockingQueue",
    "DelayQueue",
    "LinkedBlockingDeque",
    "LinkedBlockingQueue",
    "PriorityBlockingQueue",
    DELAYED,
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
    // Tasks are cancelled one after another.
    "onShutdown",
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
fn counts_arrivals(program: &Program, facts: &Facts) -> bool {
    let (class, methods) = COUNTING;
    facts.methods().iter().any(|&method| {
        let method = program.method(method);
        program.class_name(method.class).strip_prefix(PACKAGE) == Some(class)
            && methods.contains(&program.text(method.name))
    })
}

/// Which methods are operations, as far as it was asked.
struct Operations {
    known: FxHashMap<MethodId, (Kind, Option<PoolAssumption>)>,
    pools: PoolAssumptions,
    stable_reads: StableReads,
    /// Somebody may count who has arrived at a phaser.
    counts_arrivals: bool,
    /// Nobody reads how many tasks a pool has done.
    forgets: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Operation,
    /// An operation with all that it calls.
    Closed,
    /// A closed operation that is never part of another.
    Apart,
    /// An operation that is over before the closed ones that it calls.
    Ending,
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

pub fn layer<'p>(setting: &Setting<'_, 'p>) -> Option<Box<dyn Layer + 'p>> {
    let (program, facts) = (setting.program, setting.knowledge.map(|knowledge| knowledge.facts()));
    Some(Box::new(Operations {
        known: FxHashMap::default(),
        pools: PoolAssumptions::without(&setting.semantics.refuted),
        stable_reads: StableReads::default(),
        counts_arrivals: facts.is_none_or(|facts| counts_arrivals(program, facts)),
        forgets: facts.is_some_and(|facts| stable_reads::leaves_counts(program, facts)),
    }))
}

impl Layer for Operations {
    fn ask(&mut self, machine: &mut Machine<'_>, action: Pending) -> Answer {
        if self.is_inside(machine, action) { Answer::Atomic } else { Answer::Unknown }
    }

    fn observe(&mut self, machine: &mut Machine<'_>, action: Pending) -> bool {
        self.watch(machine, action);
        false
    }

    fn refine(&mut self, refuted: &BTreeSet<SearchAssumption>) {
        self.pools = PoolAssumptions::without(refuted);
        self.known.clear();
    }
}

impl Operations {
    /// Whether the running thread is about to do this in the middle of an operation that began before
    /// this step or with it, or nobody notices it because what it touches has come to rest.
    fn is_inside(&mut self, machine: &mut Machine<'_>, pending: Pending) -> bool {
        if is_off(machine) || !self.may_go_on(machine, pending) {
            return false;
        }
        if let Pending::Memory(access) = pending
            && self.stable_reads.is_stable(machine, access, &self.pools)
        {
            return true;
        }
        self.watch(machine, pending);
        let Some(begin) = self.begin(machine) else { return false };
        let of = self.kind(machine, machine.state.threads[machine.stepper.current].frames[begin].method);
        machine.has_stayed_in(begin, |method| match self.kind(machine, method) {
            Kind::Stepwise | Kind::User => false,
            Kind::Loose => matches!(of, Kind::Closed | Kind::Apart),
            Kind::Closed | Kind::Apart => !matches!(of, Kind::Calling | Kind::Ending),
            Kind::Operation | Kind::Ending | Kind::Shared => of != Kind::Calling,
            Kind::Calling | Kind::OfMap | Kind::Plain => true,
        })
    }

    /// The frame of the running thread with which the operation began that it is in.
    fn begin(&mut self, machine: &Machine<'_>) -> Option<usize> {
        let mut begin = None;
        let mut only_map = true;
        let (mut loose, mut closed) = (false, false);
        for (index, frame) in machine.state.threads[machine.stepper.current].frames.iter().enumerate().rev() {
            let kind = self.kind(machine, frame.method);
            match kind {
                Kind::Closed | Kind::Apart => {
                    (begin, loose, closed) = (Some(index), false, true);
                    if kind == Kind::Apart {
                        break;
                    }
                }
                Kind::Ending if closed => break,
                Kind::Operation | Kind::Ending if !loose => begin = Some(index),
                Kind::Calling if only_map && !loose => begin = Some(index),
                Kind::Loose => loose = true,
                Kind::Operation | Kind::Ending | Kind::OfMap | Kind::Shared | Kind::Plain => {}
                Kind::Stepwise => return None,
                Kind::Calling | Kind::User => break,
            }
            only_map &= matches!(kind, Kind::Calling | Kind::OfMap | Kind::Plain);
        }
        begin
    }

    /// Watches what the running thread is about to do with pools and tasks.
    fn watch(&mut self, machine: &mut Machine<'_>, pending: Pending) {
        if is_off(machine) {
            return;
        }
        if self.forgets {
            self.stable_reads.forget(machine, pending);
        }
        for index in (0..machine.state.threads[machine.stepper.current].frames.len()).rev() {
            let method = machine.state.threads[machine.stepper.current].frames[index].method;
            match self.look_up(machine, method) {
                (Kind::User, _) => break,
                (_, None) => {}
                (_, Some(assumption)) => self.pools.refute(machine, assumption),
            }
        }
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
            Pending::Lock(object) => machine.state.heap.monitor(object).0 == 0,
            Pending::Park => machine.will_park(),
            _ => false,
        }
    }

    fn kind(&mut self, machine: &Machine<'_>, method: MethodId) -> Kind {
        self.look_up(machine, method).0
    }

    fn look_up(&mut self, machine: &Machine<'_>, method: MethodId) -> (Kind, Option<PoolAssumption>) {
        let (pools, counts_arrivals) = (&self.pools, self.counts_arrivals);
        *self.known.entry(method).or_insert_with(|| {
            let program = machine.program;
            let method = program.method(method);
            if program.class(method.class).origin != Origin::Jdk {
                return (Kind::User, None);
            }
            let full = program.class_name(method.class);
            let Some(class) = full.strip_prefix(PACKAGE) else {
                return (if full.starts_with("java/util/") { Kind::Shared } else { Kind::Plain }, None);
            };
            let (name, descriptor) = (program.text(method.name), program.text(method.descriptor));
            if counts_arrivals && class == COUNTING.0 {
                return (Kind::Stepwise, None);
            }
            (kind(class, name, descriptor, pools), PoolAssumption::refuted_by(class, name))
        })
    }
}

/// What a platform or a fair run lets others see of an operation is more than its effect.
pub(super) fn is_off(machine: &Machine<'_>) -> bool {
    machine.stops().is_some() || machine.stops_after_taking()
}

/// What a method of the package is.
fn kind(class: &str, name: &str, descriptor: &str, pools: &PoolAssumptions) -> Kind {
    let is_among = |list: &[(&str, &[&str])]| list.iter().any(|&(of, methods)| class == of && methods.contains(&name));
    let is_operation = WHOLE.iter().any(|&whole| is_in(class, whole))
        || is_among(PARTLY)
        || USUALLY.iter().any(|&(of, method, assumption)| class == of && name == method && pools.holds(assumption));
    let (pool, _, stops) = ENDING;
    let (of, ending, last) = ENDS;
    if class == pool && name == stops {
        Kind::Stepwise
    } else if is_among(CLOSED) {
        let watched = class == of && name == last && !pools.holds(PoolAssumption::WorkersUnobserved);
        if watched { Kind::Apart } else { Kind::Closed }
    } else if LOOSE.contains(&name) && !is_tight(class, name, descriptor) {
        Kind::Loose
    } else if class == of && name == ending {
        Kind::Ending
    } else if is_operation {
        Kind::Operation
    } else if class == CALLING.0 && CALLING.1.contains(&name) {
        Kind::Calling
    } else if is_in(class, CALLING.0) {
        Kind::OfMap
    } else {
        Kind::Shared
    }
}

/// Whether a method is an operation of its class although those of that name are none elsewhere.
fn is_tight(class: &str, name: &str, descriptor: &str) -> bool {
    let (pool, ends, _) = ENDING;
    match name {
        "run" => RUNNING.iter().any(|&outer| is_in(class, outer)),
        "size" => SIZED.contains(&class),
        // To an array of its own.
        "toArray" => class == DELAYED && descriptor.starts_with("()"),
        _ => class == pool && name == ends,
    }
}

/// Whether a class is this one or nested in it.
fn is_in(class: &str, outer: &str) -> bool {
    class.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}
