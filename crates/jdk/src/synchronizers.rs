//! Locks, latches, semaphores, barriers, phasers and exchangers.
//!
//! They keep plain fields that their code touches only while it holds its own lock, or hands over by a
//! volatile write and read. That these classes are free of races, and that their operations take effect at
//! one moment, is taken from their authors; the report lists it.

use crate::entry::{self, Class, Does, Holds, Is, fields, methods};

/// Locks, conditions and what they are made of.
pub const LOCKS: &str = "java/util/concurrent/locks/";
/// What most synchronisers are made of.
pub const QUEUED: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
const QUEUED_LONG: &str = "java/util/concurrent/locks/AbstractQueuedLongSynchronizer";
/// The number that a queued synchroniser is about.
pub const STATE: &str = "state";
/// The thread that owns an exclusive synchroniser.
pub const OWNER: &str = "exclusiveOwnerThread";
/// Both ends of the queue of a queued synchroniser.
pub const QUEUE_ENDS: [&str; 2] = ["head", "tail"];
/// Where locks, semaphores and latches have the synchroniser that they are the outside of.
pub const INSIDE: &str = "sync";

/// How a thread asks for something that it may have to wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asking {
    Lock,
    Permit,
    PermitOrInterrupt,
    /// For a latch to be open.
    Open,
}

/// What a method is in the course of asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// What the program calls.
    Entry(Asking),
    /// A part of the first attempt.
    First,
    /// What comes after it, or has nothing to do with it.
    Other,
}

pub(crate) const CLASSES: &[Class] = &[
    Class::new("java/util/concurrent/CountDownLatch")
        .is(&[Is::Atomic])
        .methods(&[methods(Does::Asks(Asking::Open), &["await"]).taking("()")])
        .fields(&[fields(Holds::Inside, &[INSIDE])]),
    Class::new("java/util/concurrent/CountDownLatch$Sync").is(&[Is::Lenient]),
    Class::new("java/util/concurrent/CyclicBarrier").is(&[Is::Guarding, Is::Atomic]),
    // Who waits for no time at all offers something and takes it back.
    Class::new("java/util/concurrent/Exchanger").is(&[Is::Atomic, Is::TimesOwnWaits]).methods(&[methods(
        Does::Stepwise,
        &["exchange"],
    )
    .taking("(Ljava/lang/Object;J")]),
    // The last to arrive changes the state before the phase ends, which changes it again.
    Class::new("java/util/concurrent/Phaser")
        .is(&[Is::Atomic, Is::TimesOwnWaits])
        .fields(&[fields(Holds::State, &[STATE])]),
    Class::new(SEMAPHORE)
        .is(&[Is::Atomic])
        .methods(&[
            methods(Does::Asks(Asking::PermitOrInterrupt), &["acquire"]).taking("()"),
            methods(Does::Tries, &["tryAcquire"]),
            methods(Does::Asks(Asking::Permit), &["acquireUninterruptibly"]).taking("()"),
            methods(Does::TakesPermits, &["acquire", "acquireUninterruptibly", "tryAcquire"]).taking("(I"),
            // They are about the number of permits, which an operation changes once. Others look at the queue.
            methods(
                Does::Ordinary,
                &[
                    "acquire",
                    "acquireUninterruptibly",
                    "availablePermits",
                    "drainPermits",
                    "isFair",
                    "reducePermits",
                    "release",
                    "toString",
                    "tryAcquire",
                ],
            ),
        ])
        .fields(&[fields(Holds::Inside, &[INSIDE])]),
    Class::new("java/util/concurrent/Semaphore$NonfairSync").is(&[Is::Lenient]),
    // The owner of a lock is read by others to compare it with themselves, which they are not.
    Class::new("java/util/concurrent/locks/AbstractOwnableSynchronizer")
        .is(&[Is::Guarding, Is::Inherited])
        .fields(&[fields(Holds::Owner, &[OWNER])]),
    Class::new(QUEUED_LONG)
        .is(&[Is::Atomic, Is::Queued, Is::Inherited, Is::TimesOwnWaits])
        .methods(&[methods(Does::Ordinary, ORDINARY).and_nested()])
        .fields(&[fields(Holds::QueueEnd, &QUEUE_ENDS), fields(Holds::State, &[STATE])]),
    Class::new("java/util/concurrent/locks/AbstractQueuedLongSynchronizer$ConditionObject")
        .methods(&[methods(Does::Signals, SIGNALS), methods(Does::TellsTimeLeft, &["awaitNanos"])]),
    Class::new(QUEUED)
        .is(&[Is::Atomic, Is::Queued, Is::Inherited, Is::TimesOwnWaits])
        .methods(&[methods(Does::Ordinary, ORDINARY).and_nested()])
        .fields(&[fields(Holds::QueueEnd, &QUEUE_ENDS), fields(Holds::State, &[STATE])]),
    Class::new("java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject")
        .is(&[Is::Guarding])
        .methods(&[methods(Does::Signals, SIGNALS), methods(Does::TellsTimeLeft, &["awaitNanos"])]),
    Class::new("java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionNode").is(&[Is::Guarding]),
    Class::new("java/util/concurrent/locks/LockSupport"),
    Class::new("java/util/concurrent/locks/ReentrantLock")
        .is(&[Is::Guarding, Is::Atomic])
        .methods(&[
            methods(Does::Asks(Asking::Lock), &["lock"]),
            methods(Does::Tries, &["tryLock"]),
            // Others than the owner compare the owner with themselves, and look at the state. Methods that are not
            // listed tell who the owner is, or look at the queue.
            methods(
                Does::Ordinary,
                &[
                    "getHoldCount",
                    "isFair",
                    "isHeldByCurrentThread",
                    "isLocked",
                    "lock",
                    "lockInterruptibly",
                    "newCondition",
                    "tryLock",
                    "unlock",
                ],
            ),
        ])
        .fields(&[fields(Holds::Inside, &[INSIDE])]),
    Class::new("java/util/concurrent/locks/ReentrantLock$Sync")
        .is(&[Is::Owned])
        .methods(&[methods(Does::FirstAttempt, &["lock"])]),
    Class::new("java/util/concurrent/locks/ReentrantLock$NonfairSync").is(&[Is::Lenient]),
    // The first and the last reader are read by others to compare them with themselves.
    Class::new("java/util/concurrent/locks/ReentrantReadWriteLock")
        .is(&[Is::Guarding, Is::Atomic])
        .methods(&[methods(
            Does::Ordinary,
            &[
                "getHoldCount",
                "getReadHoldCount",
                "getReadLockCount",
                "getWriteHoldCount",
                "isFair",
                "isHeldByCurrentThread",
                "isWriteLocked",
                "isWriteLockedByCurrentThread",
                "lock",
                "lockInterruptibly",
                "newCondition",
                "readLock",
                "tryLock",
                "unlock",
                "writeLock",
            ],
        )
        .and_nested()])
        .fields(&[fields(Holds::Inside, &[INSIDE])]),
    Class::new("java/util/concurrent/locks/ReentrantReadWriteLock$ReadLock").is(&[Is::Told]).methods(&[
        methods(Does::TakesLock, &["lock", "lockInterruptibly", "tryLock"]),
        methods(Does::GivesBackLock, &["unlock"]),
        methods(Does::Tries, &["tryLock"]),
    ]),
    Class::new("java/util/concurrent/locks/ReentrantReadWriteLock$Sync").is(&[Is::Owned]),
    Class::new("java/util/concurrent/locks/ReentrantReadWriteLock$WriteLock")
        .is(&[Is::Told])
        .methods(&[methods(Does::Tries, &["tryLock"])]),
    // It has no owner: who gives back a write lock compares the state with a stamp, then stores. Others with the same stamp
    // may do so in between.
    Class::new("java/util/concurrent/locks/StampedLock").is(&[Is::Atomic, Is::Told, Is::TimesOwnWaits]).methods(&[
        methods(Does::ReadsOptimistically, &["tryOptimisticRead", "validate"]),
        methods(
            Does::Loose,
            &[
                "tryConvertToOptimisticRead",
                "tryConvertToReadLock",
                "tryConvertToWriteLock",
                "tryUnlockWrite",
                "unlock",
                "unlockWrite",
                "unstampedUnlockWrite",
            ],
        ),
        methods(
            Does::TakesLock,
            &[
                "readLock",
                "readLockInterruptibly",
                "tryReadLock",
                "tryWriteLock",
                "writeLock",
                "writeLockInterruptibly",
            ],
        ),
        methods(Does::GivesBackLock, &["unlock", "unlockRead", "unlockWrite"]),
        methods(Does::Tries, &["tryReadLock", "tryWriteLock"]),
    ]),
    // What synchronisers have in common: how they try, and what they tell about those who wait.
    Class::all(crate::CONCURRENT).methods(&[
        methods(
            Does::FirstAttempt,
            &[
                "acquireShared",
                "acquireSharedInterruptibly",
                "compareAndSetState",
                "getState",
                "initialTryLock",
                "nonfairTryAcquireShared",
                "tryAcquireShared",
            ],
        ),
        methods(
            Does::ObservesQueue,
            &[
                "getExclusiveQueuedThreads",
                "getFirstQueuedThread",
                "getQueueLength",
                "getQueuedThreads",
                "getSharedQueuedThreads",
                "hasContended",
                "hasQueuedPredecessors",
                "hasQueuedThread",
                "hasQueuedThreads",
                "isQueued",
            ],
        ),
    ]),
];

/// What synchronisers of programs use it for. Methods that are not listed look at the queue.
const ORDINARY: &[&str] = &[
    "acquire",
    "acquireInterruptibly",
    "acquireShared",
    "acquireSharedInterruptibly",
    "await",
    "awaitNanos",
    "awaitUninterruptibly",
    "awaitUntil",
    "compareAndSetState",
    "getState",
    "release",
    "releaseShared",
    "setState",
    "signal",
    "signalAll",
    "tryAcquireNanos",
    "tryAcquireSharedNanos",
];
const SEMAPHORE: &str = "java/util/concurrent/Semaphore";
const SIGNALS: &[&str] = &["signal", "signalAll"];

/// What a call does to locks that nobody is the owner of: those of readers, and those with stamps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holding {
    /// Unless its result is false or 0.
    Takes,
    GivesBack,
}

/// What a method does to a lock that nobody is the owner of.
pub fn holding(class: &str, name: &str) -> Option<Holding> {
    entry::does(class, name, "").find_map(|does| match does {
        Does::TakesLock => Some(Holding::Takes),
        Does::GivesBackLock => Some(Holding::GivesBack),
        _ => None,
    })
}

/// For the class of one side of a read-write lock, the method that gives it.
pub fn side(class: &str) -> Option<&'static str> {
    match class.strip_prefix("java/util/concurrent/locks/ReentrantReadWriteLock$")? {
        "ReadLock" => Some("readLock"),
        "WriteLock" => Some("writeLock"),
        _ => None,
    }
}

/// Whether a method takes something if it can, and says whether it did.
pub fn tries(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::Tries)
}

/// Whether a class guards what it accesses plainly, or is nested in one that does.
pub fn is_guarding(class: &str) -> bool {
    entry::is_within(class, Is::Guarding)
}

/// Whether a class looks at the clock only to know how much is left of a wait of its caller.
pub fn times_own_waits(class: &str) -> bool {
    entry::is_within(class, Is::TimesOwnWaits)
}

/// Whether a class looks at the clock to know when tasks are due, and tells nobody.
pub fn times_own_tasks(class: &str) -> bool {
    entry::is_within(class, Is::TimesOwnTasks)
}

/// Whether a method tells its caller how much is left of the time that it wanted to wait.
pub fn tells_time_left(class: &str, name: &str) -> bool {
    entry::does(class, name, "").any(|does| does == Does::TellsTimeLeft)
}

/// Whether a class has a queue of those who wait, behind a node that stands for nobody.
pub fn is_queued(class: &str) -> bool {
    class.starts_with(LOCKS) && entry::is(class, Is::Queued)
}

/// Whether the state of a lock of this class changes only by its owner, while it has one.
pub fn is_owned(class: &str) -> bool {
    class.starts_with(LOCKS) && entry::is(class, Is::Owned)
}

/// Whether the queue of a synchroniser of exactly this class keeps nobody from anything.
pub fn is_lenient(class: &str) -> bool {
    entry::is(class, Is::Lenient)
}

/// Whether programs derive their own synchronisers from a class, or from one that it is nested in.
pub fn is_inherited(class: &str) -> bool {
    class.starts_with(LOCKS) && entry::is_within(class, Is::Inherited)
}

/// Whether a class is a latch on the inside.
pub fn is_latch(class: &str) -> bool {
    class == "java/util/concurrent/CountDownLatch$Sync"
}

/// Whether a method takes a number of permits at once.
pub fn takes_permits(class: &str, name: &str, descriptor: &str) -> bool {
    entry::does(class, name, descriptor).any(|does| does == Does::TakesPermits)
}

/// Whether a class parks threads for others, and is no synchroniser itself.
pub fn parks(class: &str) -> bool {
    class == "java/util/concurrent/locks/LockSupport"
}

/// Whether a method tells something about those who wait, or parks and unparks threads: the permit for that
/// may be used up by a lock.
pub fn observes_queues(class: &str, name: &str) -> bool {
    parks(class) || class.starts_with(crate::CONCURRENT) && of_package(name, Does::ObservesQueue)
}

/// What a method is in the course of asking for a lock, a permit or an open latch.
pub fn part(class: &str, name: &str, descriptor: &str) -> Part {
    if !class.starts_with(crate::CONCURRENT) {
        return if class.starts_with(crate::access::UNSAFE) { Part::First } else { Part::Other };
    }
    for does in entry::does(class, name, descriptor) {
        match does {
            Does::Asks(asking) => return Part::Entry(asking),
            Does::FirstAttempt => return Part::First,
            _ => {}
        }
    }
    if of_package(name, Does::FirstAttempt) { Part::First } else { Part::Other }
}

/// Whether a class outside `java.util.concurrent` belongs to how a thread parks, virtual threads included.
pub fn is_parking(class: &str) -> bool {
    class.starts_with("java/lang/") || class.starts_with("jdk/internal/")
}

/// Whether a class is what a lock's condition is made of.
pub fn is_condition(class: &str) -> bool {
    class.starts_with(LOCKS) && class.ends_with("$ConditionObject")
}

/// Whether a method wakes up those who wait on a condition.
pub fn signals(class: &str, name: &str) -> bool {
    is_condition(class) && entry::does(class, name, "").any(|does| does == Does::Signals)
}

/// The class that a synchroniser's inner class is the inside of: `ReentrantReadWriteLock` for its
/// `NonfairSync`.
pub fn outside(class: &str) -> Option<&str> {
    let (outer, inner) = class.split_once('$')?;
    (class.starts_with(crate::CONCURRENT) && inner.ends_with("Sync")).then_some(outer)
}

fn of_package(name: &str, does: Does) -> bool {
    let package = CLASSES.iter().filter(|class| class.name() == crate::CONCURRENT);
    package.flat_map(|class| class.methods).any(|methods| methods.does == does && methods.names.contains(&name))
}
