//! Queues and maps of `java.util.concurrent`, the collections that leave locking to others, and streams.

use crate::CONCURRENT;
use crate::entry::{self, Class, Does, Holds, Is, fields, methods};
use crate::threads::SHUTDOWN_HOOKS;

const DELAYED: &str = "java/util/concurrent/ScheduledThreadPoolExecutor$DelayedWorkQueue";
const MAP: &str = "java/util/concurrent/ConcurrentHashMap";
const DELAY_QUEUE: &str = "java/util/concurrent/DelayQueue";
const POOL: &str = "java/util/concurrent/ThreadPoolExecutor";

/// The parts of a stream: tasks, sinks, buffers.
const STREAMS: &str = "java/util/stream/";
/// Collections, and what goes through them.
const UTIL: &str = "java/util/";

pub(crate) const CLASSES: &[Class] = &[
    // Their size is one number, or is found under their lock.
    Class::new("java/util/concurrent/ArrayBlockingQueue")
        .is(&[Is::Guarding, Is::Atomic])
        .methods(&[methods(Does::Operation, &["size"])]),
    Class::new(DELAY_QUEUE).is(&[Is::Guarding, Is::Atomic]).methods(&[methods(Does::Operation, &["size"])]),
    Class::new("java/util/concurrent/LinkedBlockingDeque")
        .is(&[Is::Guarding, Is::Atomic])
        .methods(&[methods(Does::Operation, &["size"])]),
    Class::new("java/util/concurrent/LinkedBlockingQueue")
        .is(&[Is::Guarding, Is::Atomic])
        .methods(&[methods(Does::Operation, &["size"])]),
    Class::new("java/util/concurrent/PriorityBlockingQueue")
        .is(&[Is::Guarding, Is::Atomic])
        .methods(&[methods(Does::Operation, &["size"])]),
    Class::new(DELAYED).is(&[Is::Atomic]).methods(&[
        methods(Does::Operation, &["size"]),
        // To an array of its own.
        methods(Does::Operation, &["toArray"]).taking("()"),
    ]),
    Class::new("java/util/concurrent/ConcurrentLinkedQueue").is(&[Is::Atomic]),
    Class::new("java/util/concurrent/CopyOnWriteArrayList").is(&[Is::Atomic]),
    // Who waits for no time at all is in the queue for a moment.
    Class::new("java/util/concurrent/LinkedTransferQueue").is(&[Is::Atomic, Is::TimesOwnWaits]).methods(&[
        methods(Does::Stepwise, &["poll"]).taking("(J"),
        methods(Does::Stepwise, &["tryTransfer"]).taking("(Ljava/lang/Object;J"),
    ]),
    Class::new("java/util/concurrent/SynchronousQueue").is(&[Is::Atomic, Is::TimesOwnWaits]),
    Class::new(MAP).methods(&[
        methods(Does::Operation, &["containsKey", "get", "getOrDefault", "put", "putIfAbsent", "remove", "replace"]),
        methods(Does::CallsFunction, &["compute", "computeIfAbsent", "computeIfPresent", "merge"]),
        // The table is there before the first entry is in it, which who goes through it bin by bin can tell.
        methods(Does::Loose, &["initTable", "tryPresize"]),
    ]),
    Class::new("java/util/concurrent/ConcurrentSkipListMap")
        .methods(&[methods(Does::Operation, &["containsKey", "get", "put", "putIfAbsent", "remove"])]),
    // The workers of a pool.
    Class::new("java/util/HashMap").is(&[Is::PrivateTo(POOL)]).fields(&[fields(Holds::View, &["entrySet"])]),
    Class::new("java/util/HashSet").is(&[Is::PrivateTo(POOL)]),
    Class::new("java/util/PriorityQueue").is(&[Is::PrivateTo(DELAY_QUEUE)]),
    Class::new("java/util/AbstractMap").fields(&[fields(Holds::View, &["keySet", "values"])]),
    Class::new("java/util/TreeMap").fields(&[fields(Holds::View, &["entrySet", "navigableKeySet", "descendingMap"])]),
    Class::new("java/util/TreeMap$NavigableSubMap")
        .fields(&[fields(Holds::View, &["entrySetView", "navigableKeySetView", "descendingMapView"])]),
    Class::new("java/util/EnumMap").fields(&[fields(Holds::View, &["entrySet"])]),
    Class::new("java/util/IdentityHashMap")
        .is(&[Is::PrivateTo(SHUTDOWN_HOOKS)])
        .fields(&[fields(Holds::View, &["entrySet"])]),
    Class::new("java/util/WeakHashMap").fields(&[fields(Holds::View, &["entrySet"])]),
    Class::new("java/util/Collections$UnmodifiableMap")
        .fields(&[fields(Holds::View, &["keySet", "entrySet", "values"])]),
    Class::new("java/util/Collections$CheckedMap").fields(&[fields(Holds::View, &["entrySet"])]),
    // What they copy to is not theirs.
    Class::all(CONCURRENT).methods(&[methods(Does::CopiesOut, &["drainTo", "toArray"])]),
    Class::new("java/util/Arrays").methods(&[methods(Does::SortsInParallel, &["parallelSort"])]),
    Class::new("java/util/DualPivotQuicksort$Merger").is(&[Is::ParallelSort]),
    Class::new("java/util/DualPivotQuicksort$RunMerger").is(&[Is::ParallelSort]),
    Class::new("java/util/DualPivotQuicksort$Sorter").is(&[Is::ParallelSort]),
    Class::new("java/lang/AbstractStringBuilder").is(&[Is::LockedByOthers, Is::Modelled]),
    Class::new("java/lang/StringBuffer").is(&[Is::LockedByOthers, Is::Modelled]),
    Class::new("java/lang/StringBuilder").is(&[Is::LockedByOthers, Is::Modelled]),
];

/// Whether a class is the map whose operations call functions, or nested in it.
pub fn is_calling_map(class: &str) -> bool {
    class.strip_prefix(MAP).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

/// Whether a method copies to an array or collection of its caller, in whatever class.
pub fn copies_out(name: &str) -> bool {
    let all = CLASSES.iter().flat_map(|class| class.methods);
    all.filter(|methods| methods.does == Does::CopiesOut).any(|methods| methods.names.contains(&name))
}

/// The class that objects of a collection may belong to, which guards them like fields of its own.
pub fn private_to(class: &str) -> Option<&'static str> {
    let outermost = class.split('$').next().unwrap_or(class);
    entry::entry(outermost)?.is.iter().find_map(|is| match is {
        Is::PrivateTo(owner) => Some(*owner),
        _ => None,
    })
}

/// Whether a class is part of a stream. What these keep, and the spliterators that they go through, is handed
/// over with the task that needs it.
pub fn is_stream(class: &str) -> bool {
    class.starts_with(STREAMS)
}

pub fn is_spliterator(class: &str) -> bool {
    class.starts_with(UTIL) && class.contains("Spliterator")
}

/// Whether a method takes or gives a spliterator.
pub fn names_spliterator(descriptor: &str) -> bool {
    descriptor.contains("Ljava/util/Spliterator")
}

/// Whether a class of the JDK keeps data and leaves locking to those who use it.
pub fn is_locked_by_others(class: &str) -> bool {
    let is_collection = class.starts_with(UTIL) && !class.starts_with(CONCURRENT);
    is_collection || entry::is_within(class, Is::LockedByOthers)
}

/// Whether objects of a class are made only for a parallel sort of numbers, which the sequential one shares
/// code with.
pub fn is_of_parallel_sort(class: &str) -> bool {
    entry::is(class, Is::ParallelSort)
}

pub fn sorts_in_parallel(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::SortsInParallel)
}

/// Whether what a program calls in a class is told in a trace: collections, buffers and synchronisers. Other words
/// tell of locks and atomic variables; functions and streams are told by what they do.
pub fn is_told(class: &str) -> bool {
    let untold = [crate::synchronizers::LOCKS, crate::access::ATOMIC, "java/util/function/", STREAMS];
    let told = [UTIL, "java/lang/StringBuffer", "java/lang/StringBuilder", "java/nio/"];
    let begins = |parts: &[&str]| parts.iter().any(|part| class.starts_with(part));
    entry::is(class, Is::Told) || begins(&told) && !begins(&untold)
}

/// Whether a field holds a view of a map, which any thread may make anew.
pub fn is_view(class: &str, field: &str) -> bool {
    entry::holds(class, field).any(|holds| holds == Holds::View)
}
