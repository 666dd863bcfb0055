//! What Heddle knows about classes of the JDK, keyed by class.
//!
//! Comes in: the name of a class, and of a method or field of it, as they stand in class files; goes out:
//! what it means, in types. Nothing here sees a program or a state: who decides by what a program does
//! (whether an assumption still holds, who owns a lock) asks here what a class is and decides for himself.
//! The answers are looked up by text; callers keep them per class, method or field.
//!
//! | file | what it knows |
//! |---|---|
//! | [`synchronizers`] | locks, latches, semaphores, barriers, phasers, exchangers |
//! | [`pools`] | executors, tasks, futures |
//! | [`collections`] | queues, maps, streams, and the collections that leave locking to others |
//! | [`threads`] | `Thread`, its groups, virtual threads |
//! | [`access`] | atomics, `VarHandle`, `Unsafe`: access modes and fences |
//! | [`operations`] | which methods of `java.util.concurrent` are atomic operations |
//! | [`values`] | texts, boxes, and what never changes but for caches |
//! | [`opaque`] | parts of the JDK that the static analysis does not read |
//! | [`summaries`] | what methods come down to for engines that do not execute them |
//! | [`launch`] | what a virtual machine runs, initialises and throws by itself |
//!
//! An entry names the versions of the JDK in which it exists. `tests/names.rs` looks every name up in the
//! JDKs that are installed, and notices methods and fields that a new JDK adds to classes that stand here.

mod entry;

pub mod access;
pub mod collections;
pub mod launch;
pub mod opaque;
pub mod operations;
pub mod pools;
pub mod summaries;
pub mod synchronizers;
pub mod threads;
pub mod values;

pub use entry::{Class, Does, Fields, Holds, Is, Methods, Scope, Versions, is_for_one_thread};
pub use operations::Operation;
pub use pools::PoolAssumption;

/// `java.util.concurrent` with its packages `atomic` and `locks`.
pub const CONCURRENT: &str = "java/util/concurrent/";

/// Every entry, area by area.
pub fn classes() -> impl Iterator<Item = &'static Class> {
    let areas = [
        synchronizers::CLASSES,
        pools::CLASSES,
        collections::CLASSES,
        threads::CLASSES,
        access::CLASSES,
        operations::CLASSES,
        values::CLASSES,
        opaque::CLASSES,
        launch::CLASSES,
    ];
    areas.into_iter().flatten()
}

/// Whether a class belongs to `java.util.concurrent`, its atomic classes aside.
pub fn is_synchronizing(class: &str) -> bool {
    class.starts_with(CONCURRENT) && !access::is_atomic(class)
}
