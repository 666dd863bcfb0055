//! Which methods of `java.util.concurrent` are atomic operations: each takes effect at one moment.
//!
//! Comes in: a method of the JDK; goes out: its [`Operation`]. Whether a class's methods are operations stands in
//! the entry of the class; here is what holds of all of them.

use crate::entry::{self, Class, Does, Holds, Is, methods};
use crate::pools::PoolAssumption;
use crate::{CONCURRENT, collections};

/// What a method is, as seen by those that run at the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operation {
    /// An atomic operation.
    Atomic,
    /// The same, as all methods of its class are that nothing else is known of. One that only the JDK can call is no
    /// operation of its own where a method calls it that is none.
    AtomicByClass,
    /// The same, as long as an assumption about the program holds.
    AtomicIf(PoolAssumption),
    /// An operation with all that it calls but the user's code, also what is no operation for others: it concerns
    /// collections that belong to the pool, or a registry of pools that no program sees.
    Closed,
    /// The same; never part of another operation if the assumption does not hold.
    ClosedIf(PoolAssumption),
    /// An operation that is over before the closed ones that it calls.
    Ending,
    /// An operation of a map that calls a function. What that does is its own, also if it is the JDK's.
    Calling,
    /// No operation, and none is made by calling it.
    Loose,
    /// Nothing that it does is an operation.
    Stepwise,
    /// Other code of the map whose operations call functions.
    OfMap,
    /// Other code of `java.util`, which may belong to what an operation does or to a function that it calls.
    Shared,
    /// Code that has no shared state: strings, numbers, access to memory.
    Plain,
}

/// Methods of the package that are no operations, whatever their class, unless its entry says that they are:
/// they combine what they find at several moments, or have effects beyond those of their caller.
pub(crate) const CLASSES: &[Class] = &[Class::all("java/util/concurrent/").methods(&[methods(
    Does::Loose,
    &[
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
    ],
)])];

/// What a method of the JDK is.
pub fn operation(class: &str, name: &str, descriptor: &str) -> Operation {
    if !class.starts_with(CONCURRENT) {
        return if class.starts_with("java/util/") { Operation::Shared } else { Operation::Plain };
    }
    let listed = entry::does(class, name, descriptor).find_map(|does| match does {
        Does::Operation => Some(Operation::Atomic),
        Does::OperationIf(assumption) => Some(Operation::AtomicIf(assumption)),
        Does::Closed => Some(Operation::Closed),
        Does::ClosedIf(assumption) => Some(Operation::ClosedIf(assumption)),
        Does::EndsBeforeClosed => Some(Operation::Ending),
        Does::CallsFunction => Some(Operation::Calling),
        Does::Loose => Some(Operation::Loose),
        Does::Stepwise => Some(Operation::Stepwise),
        _ => None,
    });
    let is_loose = || CLASSES.iter().flat_map(|class| class.methods).any(|methods| methods.names.contains(&name));
    match listed {
        Some(operation) => operation,
        None if is_loose() => Operation::Loose,
        None if entry::is_within(class, Is::Atomic) => Operation::AtomicByClass,
        None if collections::is_calling_map(class) => Operation::OfMap,
        None => Operation::Shared,
    }
}

/// The class that a method's operations are about: its own, one that it is nested in, or one that it is a part of.
pub fn subject(class: &str) -> Option<&'static str> {
    let class = crate::pools::whole(class);
    let is_operation = |methods: &entry::Methods| {
        matches!(
            methods.does,
            Does::Operation | Does::OperationIf(_) | Does::Closed | Does::ClosedIf(_) | Does::CallsFunction
        )
    };
    let is_subject = |class: &&Class| class.is.contains(&Is::Atomic) || class.methods.iter().any(is_operation);
    entry::with_outer(class).filter_map(entry::entry).find(is_subject).map(Class::name)
}

/// How a method sees the operations of its subject.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// As a whole.
    Whole,
    /// It may tell their halves apart, unless it is called by other methods of its subject.
    Unknown,
    /// It tells their halves apart.
    Halves,
}

/// How a method sees the operations of its subject.
pub fn look(class: &str, name: &str, descriptor: &str) -> Look {
    let Some(subject) = subject(class).and_then(entry::entry) else { return Look::Whole };
    // What is being made has no operations yet.
    if name.starts_with('<') {
        return Look::Whole;
    }
    let listed = entry::does(class, name, descriptor).find_map(|does| match does {
        Does::Ordinary => Some(Look::Whole),
        Does::Observes => Some(Look::Halves),
        Does::ObservesAlone => Some(Look::Unknown),
        _ => None,
    });
    let lists_ordinary = || subject.methods.iter().any(|methods| methods.does == Does::Ordinary);
    listed.unwrap_or_else(|| if lists_ordinary() { Look::Unknown } else { Look::Whole })
}

/// Whether a subject does its work by a queued synchroniser inside, or is one.
pub fn is_queued_inside(subject: &str) -> bool {
    let has_inside = |entry: &Class| entry.fields.iter().any(|fields| fields.holds == Holds::Inside);
    entry::entry(subject).is_some_and(|entry| entry.is.contains(&Is::Queued) || has_inside(entry))
}

/// Whether the operations of a subject are about one number, which others can see whenever it changes.
pub fn has_state(subject: &str) -> bool {
    let is_state = |fields: &entry::Fields| matches!(fields.holds, Holds::State | Holds::Inside);
    entry::entry(subject).is_some_and(|entry| entry.fields.iter().any(is_state))
}

/// Whether a field is such a number.
pub fn is_state(class: &str, field: &str) -> bool {
    entry::holds(class, field).any(|holds| holds == Holds::State)
}

/// Whether a method interrupts none but idle workers.
pub fn wakes_idle(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::WakesIdle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_of_the_class_goes_before_what_holds_of_the_package() {
        let of = |class: &str, name: &str| operation(&format!("{CONCURRENT}{class}"), name, "()V");
        assert_eq!(of("LinkedBlockingQueue", "size"), Operation::Atomic);
        assert_eq!(of("ConcurrentLinkedQueue", "size"), Operation::Loose);
        assert_eq!(of("ForkJoinPool$WorkQueue", "run"), Operation::Atomic);
        assert_eq!(of("FutureTask", "run"), Operation::Loose);
        assert_eq!(of("ForkJoinPool", "tryTerminate"), Operation::Atomic);
        assert_eq!(of("ForkJoinPool$WorkQueue", "tryTerminate"), Operation::Loose);
    }

    #[test]
    fn nested_classes_are_as_atomic_as_the_outer_one() {
        let of = |class: &str, name: &str| operation(&format!("{CONCURRENT}{class}"), name, "()V");
        assert_eq!(of("locks/ReentrantLock$NonfairSync", "initialTryLock"), Operation::AtomicByClass);
        assert_eq!(of("ThreadPoolExecutor$Worker", "lock"), Operation::Shared);
        assert_eq!(of("ConcurrentHashMap$TreeBin", "find"), Operation::OfMap);
        assert_eq!(of("ConcurrentHashMap", "merge"), Operation::Calling);
    }

    #[test]
    fn what_is_handed_out_for_one_thread_has_no_operations() {
        let of = |class: &str, name: &str| operation(&format!("{CONCURRENT}{class}"), name, "()V");
        assert_eq!(of("CopyOnWriteArrayList$COWIterator", "previous"), Operation::Shared);
        assert_eq!(of("ConcurrentLinkedQueue$Itr", "remove"), Operation::Shared);
        assert_eq!(of("CopyOnWriteArrayList", "set"), Operation::AtomicByClass);
        assert_eq!(of("ArrayBlockingQueue$Itrs", "takeIndexWrapped"), Operation::AtomicByClass);
        let guards = |class: &str| crate::synchronizers::is_guarding(&format!("{CONCURRENT}{class}"));
        assert!(guards("LinkedBlockingQueue$Node") && guards("ArrayBlockingQueue$Itrs$Node"));
        assert!(!guards("LinkedBlockingQueue$Itr") && !guards("PriorityBlockingQueue$PBQSpliterator"));
    }

    #[test]
    fn what_is_not_known_to_see_operations_as_a_whole_may_see_halves() {
        let of = |class: &str, name: &str| look(&format!("{CONCURRENT}{class}"), name, "()V");
        assert_eq!(of("locks/ReentrantLock", "lock"), Look::Whole);
        assert_eq!(of("locks/ReentrantLock", "toString"), Look::Unknown);
        assert_eq!(of("locks/ReentrantReadWriteLock$WriteLock", "unlock"), Look::Whole);
        assert_eq!(of("locks/ReentrantReadWriteLock$WriteLock", "toString"), Look::Unknown);
        assert_eq!(of("locks/AbstractQueuedSynchronizer$ConditionObject", "await"), Look::Whole);
        assert_eq!(of("ThreadPoolExecutor", "getPoolSize"), Look::Whole);
        assert_eq!(of("ThreadPoolExecutor", "setCorePoolSize"), Look::Unknown);
        assert_eq!(of("CompletableFuture", "toString"), Look::Halves);
        assert_eq!(of("LinkedBlockingQueue", "toString"), Look::Whole);
        assert_eq!(of("Phaser", "toString"), Look::Whole);
        assert_eq!(of("ForkJoinPool", "isTerminated"), Look::Halves);
    }

    #[test]
    fn code_outside_the_package_is_shared_or_plain() {
        assert_eq!(operation("java/util/HashMap", "put", "()V"), Operation::Shared);
        assert_eq!(operation("java/lang/String", "hashCode", "()I"), Operation::Plain);
    }
}
