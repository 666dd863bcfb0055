//! Draws programs in which threads wait for locks, permits, latches and conditions, as text, and nobody looks at who waits.
//!
//! Comes in: a seed and a name. Goes out: the text of a class, made as in [`crate::observers`], with two or three threads that
//! contend for the same synchroniser. What they print shows in which order they got it.

use crate::observers::print;
use crate::random::Random;

/// What is declared, and what threads do.
const SUBJECTS: &[(&str, &[&str])] = &[
    (
        "static ReentrantLock l = new ReentrantLock(); static Condition c = l.newCondition(); static int x;",
        &[
            "l.lock(); try { s += x++; } finally { l.unlock(); }",
            "l.lock(); try { x++; c.signal(); } finally { l.unlock(); }",
            "l.lock(); try { x++; c.signalAll(); } finally { l.unlock(); }",
            "l.lock(); try { while (x == 0) c.await(); s += x; } finally { l.unlock(); }",
            "l.lock(); try { while (x < 2) c.awaitUninterruptibly(); s += x; } finally { l.unlock(); }",
            "l.lock(); l.lock(); x += 2; l.unlock(); s += x; l.unlock();",
            "l.lockInterruptibly(); try { s += x--; } finally { l.unlock(); }",
            "if (l.tryLock()) { s += x++; l.unlock(); }",
            "l.lock();",
        ],
    ),
    (
        "static ReentrantLock l = new ReentrantLock(), k = new ReentrantLock(); static int x;",
        &[
            "l.lock(); k.lock(); s += x++; k.unlock(); l.unlock();",
            "k.lock(); l.lock(); s += x++; l.unlock(); k.unlock();",
            "l.lock(); s += x++; l.unlock(); k.lock(); k.unlock();",
            "k.lock(); if (l.tryLock()) { s += x++; l.unlock(); } k.unlock();",
        ],
    ),
    (
        "static ReentrantLock l = new ReentrantLock(true); static int x;",
        &["l.lock(); s += x++; l.unlock();", "if (l.tryLock()) { s += x++; l.unlock(); }", "l.lock();"],
    ),
    (
        "static Semaphore l = new Semaphore(1);",
        &[
            "l.acquire(); s += y.getAndIncrement(); l.release();",
            "l.acquireUninterruptibly(); s += y.getAndIncrement(); l.release();",
            "l.acquire(); s += y.getAndIncrement();",
            "l.release();",
            "l.release(2);",
            "s += l.tryAcquire();",
            "s += l.drainPermits();",
        ],
    ),
    (
        "static Semaphore l = new Semaphore(1);",
        &[
            "l.acquire(2); s += y.getAndIncrement(); l.release(2);",
            "l.acquire(); s += y.getAndIncrement(); l.release();",
            "l.release();",
        ],
    ),
    (
        "static Semaphore l = new Semaphore(1, true);",
        &["l.acquire(); s += y.getAndIncrement(); l.release();", "l.acquire(2); l.release(2);", "l.release();"],
    ),
    (
        "static CountDownLatch l = new CountDownLatch(2);",
        &[
            "l.await(); s += y.get();",
            "y.incrementAndGet(); l.countDown();",
            "l.countDown(); l.countDown(); y.set(7);",
            "s += l.getCount();",
        ],
    ),
    (
        "static ReentrantLock l = new ReentrantLock(); static Semaphore k = new Semaphore(0); static CountDownLatch d = new CountDownLatch(1); static int x;",
        &[
            "l.lock(); try { k.acquire(); s += x++; } finally { l.unlock(); }",
            "k.release(); l.lock(); s += x++; l.unlock();",
            "l.lock(); try { d.await(); s += x++; } finally { l.unlock(); }",
            "l.lock(); s += x++; l.unlock(); d.countDown();",
            "d.countDown(); k.release();",
        ],
    ),
    (
        "static ReentrantLock l = new ReentrantLock(); static volatile int x;",
        &[
            "l.lock(); l.unlock(); LockSupport.park(); s += x;",
            "l.lock(); l.unlock(); LockSupport.class.getMethod(\"park\").invoke(null); s += x;",
            "l.lock(); l.unlock(); x = 1; LockSupport.unpark(t);",
            "x = 2; LockSupport.unpark(t);",
        ],
    ),
    (
        "static ReentrantReadWriteLock l = new ReentrantReadWriteLock(); static int x;",
        &[
            "l.readLock().lock(); s += x; l.readLock().unlock();",
            "l.writeLock().lock(); s += x++; l.writeLock().unlock();",
            "l.writeLock().lock(); l.readLock().lock(); x++; l.writeLock().unlock(); s += x; l.readLock().unlock();",
            "l.readLock().lock();",
        ],
    ),
];

/// The text of the program of a seed, as a class of this name.
pub fn program(seed: u64, class: &str) -> String {
    let mut random = Random::new(seed ^ 0x636f_6e74_656e_6465);
    let (declared, pieces) = SUBJECTS[random.below(SUBJECTS.len())];
    let mut some = |most: usize| (0..most).map(|_| random.pick(pieces)).collect::<Vec<_>>();
    let (first, second, others) = (some(1), some(2), some(2));
    let before = random.chance(15).then_some(others[0]);
    let other = random.chance(40).then_some(others[1]);
    let second = &second[..1 + usize::from(random.chance(30))];
    print(class, declared, before, &first, second, other)
}
