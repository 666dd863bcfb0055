//! Draws programs in which a thread is interrupted at a blocking call, as text.
//!
//! Comes in: a seed and a name. Goes out: the text of a class, made as in [`crate::observers`]. One thread makes a call that
//! may have to wait and then says whether it is interrupted; others do what it waits for, interrupt it, and look at
//! what it is doing, in any order.

use std::sync::LazyLock;

use crate::observers::{Subject, draw};

/// What is declared, the calls that may wait, and what ends the waiting.
type Wait = (&'static str, &'static [&'static str], &'static [&'static str]);

const WAITS: &[Wait] = &[
    (
        "static Object l = new Object(); static volatile boolean b;",
        &[
            "synchronized (l) { while (!b) l.wait(); }",
            "synchronized (l) { l.wait(); }",
            "synchronized (l) { l.wait(5); }",
        ],
        &["synchronized (l) { b = true; l.notify(); }", "synchronized (l) { l.notifyAll(); }", "b = true;"],
    ),
    (
        "static Thread l = new Thread(() -> y.incrementAndGet());",
        &["l.join();", "l.join(5);", "Thread.sleep(5);", "TimeUnit.MILLISECONDS.sleep(1);", "Thread.yield();"],
        &["l.start();", "y.get()"],
    ),
    (
        "static Object l = new Object();",
        &[
            "LockSupport.park();",
            "LockSupport.park(l);",
            "LockSupport.parkNanos(5);",
            "LockSupport.park(); LockSupport.park();",
        ],
        &["LockSupport.unpark(t);"],
    ),
    (
        "static ReentrantLock l = new ReentrantLock(); static Condition c = l.newCondition(); static int x;",
        &[
            "l.lockInterruptibly(); l.unlock();",
            "l.lock(); try { while (x == 0) c.await(); } finally { l.unlock(); }",
            "l.lock(); try { c.awaitUninterruptibly(); } finally { l.unlock(); }",
            "l.lock(); try { c.awaitNanos(5); } finally { l.unlock(); }",
            "l.tryLock(1, TimeUnit.SECONDS)",
            "l.lock(); l.unlock();",
        ],
        &["l.lock(); try { x = 1; c.signal(); } finally { l.unlock(); }", "l.lock();", "l.lock(); l.unlock();"],
    ),
    (
        "static ReentrantReadWriteLock l = new ReentrantReadWriteLock();",
        &[
            "l.readLock().lockInterruptibly();",
            "l.writeLock().lockInterruptibly();",
            "l.writeLock().tryLock(1, TimeUnit.SECONDS)",
        ],
        &["l.writeLock().lock();", "l.writeLock().lock(); l.writeLock().unlock();", "l.readLock().lock();"],
    ),
    (
        "static StampedLock l = new StampedLock();",
        &[
            "l.readLockInterruptibly() != 0",
            "l.writeLockInterruptibly() != 0",
            "l.tryWriteLock(1, TimeUnit.SECONDS) != 0",
        ],
        &["l.writeLock() != 0", "l.unlockWrite(l.writeLock());", "l.readLock() != 0"],
    ),
    (
        "static Semaphore l = new Semaphore(0);",
        &["l.acquire();", "l.acquireUninterruptibly();", "l.tryAcquire(1, TimeUnit.SECONDS)", "l.acquire(2);"],
        &["l.release();", "l.release(2);", "l.availablePermits()"],
    ),
    (
        "static CountDownLatch l = new CountDownLatch(1);",
        &["l.await();", "l.await(1, TimeUnit.SECONDS)"],
        &["l.countDown();", "l.getCount()"],
    ),
    (
        "static CyclicBarrier l = new CyclicBarrier(2);",
        &["l.await()", "l.await(1, TimeUnit.SECONDS)"],
        &["l.await()", "l.isBroken()", "l.reset();", "l.getNumberWaiting()"],
    ),
    (
        "static Phaser l = new Phaser(1);",
        &["l.awaitAdvance(0)", "l.awaitAdvanceInterruptibly(0)", "l.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS)"],
        &["l.arrive()", "l.forceTermination();", "l.getPhase()"],
    ),
    (
        "static Exchanger<Integer> l = new Exchanger<>();",
        &["l.exchange(1)", "l.exchange(1, 1, TimeUnit.SECONDS)"],
        &["l.exchange(2, 0, TimeUnit.SECONDS)", "y.get()"],
    ),
    (
        "static BlockingQueue<Integer> l = new LinkedBlockingQueue<>(1);",
        &["l.take()", "l.put(1); l.put(2);", "l.poll(1, TimeUnit.SECONDS)", "l.put(3);"],
        &["l.offer(4)", "l.poll()", "l.size()"],
    ),
    (
        "static BlockingQueue<Integer> l = new ArrayBlockingQueue<>(1);",
        &["l.take()", "l.put(1); l.put(2);", "l.poll(1, TimeUnit.SECONDS)", "l.offer(3, 1, TimeUnit.SECONDS)"],
        &["l.offer(4)", "l.poll()", "l.size()"],
    ),
    (
        "static BlockingQueue<Integer> l = new SynchronousQueue<>();",
        &["l.take()", "l.put(1);", "l.poll(1, TimeUnit.SECONDS)"],
        &["l.offer(4)", "l.poll()"],
    ),
    (
        "static LinkedTransferQueue<Integer> l = new LinkedTransferQueue<>();",
        &["l.take()", "l.transfer(1);", "l.tryTransfer(2, 1, TimeUnit.SECONDS)"],
        &["l.offer(4)", "l.poll()", "l.size()"],
    ),
    (
        "static BlockingQueue<Integer> l = new PriorityBlockingQueue<>(2);",
        &["l.take()", "l.poll(1, TimeUnit.SECONDS)"],
        &["l.offer(4)", "l.size()"],
    ),
    (
        "static FutureTask<Integer> l = new FutureTask<>(() -> 1);",
        &["l.get()", "l.get(1, TimeUnit.SECONDS)", "l.run();"],
        &["l.run();", "l.cancel(true)", "l.isDone()"],
    ),
    (
        "static CompletableFuture<Integer> l = new CompletableFuture<>();",
        &["l.get()", "l.join()", "l.get(1, TimeUnit.SECONDS)"],
        &["l.complete(1)", "l.cancel(true)", "l.isDone()"],
    ),
    (
        "static ThreadPoolExecutor l = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), Watched::thread);",
        &["l.awaitTermination(1, TimeUnit.SECONDS)", "l.submit(() -> 1).get()", "l.invokeAll(List.of(() -> 1)).size()"],
        &["l.shutdown();", "l.shutdownNow().size()", "l.isTerminated()"],
    ),
];

static SUBJECTS: LazyLock<Vec<Subject>> = LazyLock::new(|| {
    let subject = |&(declared, calls, ends): &Wait| {
        let say = |call: &&str| {
            let statement = if call.ends_with([';', '}']) { (*call).to_owned() } else { format!("s += {call};") };
            &*format!("try {{ {statement} }} finally {{ s += Thread.interrupted(); }}").leak()
        };
        let mut others = vec!["t.interrupt();"; ends.len()];
        others.extend(ends);
        others.extend(["t.getState()", "t.isInterrupted()"]);
        Subject { declared, changes: calls.iter().map(say).collect::<Vec<_>>().leak(), looks: others.leak() }
    };
    WAITS.iter().map(subject).collect()
});

/// The text of the program of a seed, as a class of this name.
pub fn program(seed: u64, class: &str) -> String {
    draw(seed ^ 0x696e_7465_7272_7570, &SUBJECTS, class)
}
