//! Draws programs in which one thread uses a synchroniser or collection of the JDK while another looks at it, as text.
//!
//! Comes in: a seed and a name. Goes out: the text of a class. A subject is shared by two or three threads, each
//! of which does a few of the things that can be done with it: changing it, observing it, going through it, copying
//! it; besides that, threads are interrupted and their states are looked at. What each thread saw is printed at
//! the end, so whoever merges what others can tell apart prints less.

use std::fmt::Write as _;

use crate::random::Random;

/// Something to share: its declaration, what changes it, and what looks at it. The things that are done are expressions
/// or statements; those that end with `;` are statements.
pub(crate) struct Subject {
    pub declared: &'static str,
    pub changes: &'static [&'static str],
    pub looks: &'static [&'static str],
}

const LOCK_CHANGES: &[&str] = &[
    "l.lock();",
    "l.lock(); l.unlock();",
    "l.tryLock()",
    "l.lockInterruptibly(); l.unlock();",
    "if (l.tryLock()) l.unlock();",
    "l.lock(); l.lock(); l.unlock(); l.unlock();",
    "l.unlock();",
    "l.lock(); try { x++; } finally { l.unlock(); }",
    "l.lock(); try { c.signalAll(); } finally { l.unlock(); }",
    "l.lock(); try { while (x == 0) c.await(); } finally { l.unlock(); }",
    "l.lock(); try { x++; c.signal(); } finally { l.unlock(); }",
    "l.tryLock(0, TimeUnit.SECONDS)",
    "l.lock(); try { x = 2; c.awaitNanos(0); s += x; } finally { l.unlock(); }",
];
const LOCK_LOOKS: &[&str] = &[
    "l.isLocked()",
    "l.toString().contains(\"Unlocked\")",
    "l.toString().contains(\"Locked\")",
    "l.getQueueLength()",
    "l.hasQueuedThreads()",
    "l.hasQueuedThread(t)",
    "l.isHeldByCurrentThread()",
    "l.getHoldCount()",
    "l.lock(); try { s += l.hasWaiters(c); } finally { l.unlock(); }",
    "l.lock(); try { s += l.getWaitQueueLength(c); } finally { l.unlock(); }",
    "l.lock(); s += x; l.unlock();",
];
const READ_WRITE_CHANGES: &[&str] = &[
    "l.readLock().lock();",
    "l.readLock().lock(); l.readLock().unlock();",
    "l.writeLock().lock();",
    "l.writeLock().lock(); l.writeLock().unlock();",
    "l.writeLock().lock(); l.readLock().lock(); l.writeLock().unlock(); l.readLock().unlock();",
    "l.readLock().tryLock()",
    "l.writeLock().tryLock()",
    "l.readLock().unlock();",
];
const READ_WRITE_LOOKS: &[&str] = &[
    "l.isWriteLocked()",
    "l.getReadLockCount()",
    "l.isWriteLockedByCurrentThread()",
    "l.toString().contains(\"Write locks = 1\")",
    "l.toString().contains(\"Read locks = 1\")",
    "l.writeLock().toString().contains(\"Unlocked\")",
    "l.readLock().toString().contains(\"= 1\")",
    "l.getQueueLength()",
    "l.hasQueuedThreads()",
    "l.hasQueuedThread(t)",
    "l.getReadHoldCount()",
    "l.getWriteHoldCount()",
    "l.writeLock().isHeldByCurrentThread()",
];
const QUEUE_CHANGES: &[&str] = &["q.offer(1)", "q.poll()", "q.add(2)", "q.remove(1)", "q.remove()", "q.clear();"];
const BLOCKING_CHANGES: &[&str] = &[
    "q.put(1);",
    "q.take()",
    "q.offer(3)",
    "q.poll()",
    "q.add(2)",
    "q.remove(1)",
    "q.clear();",
    "q.drainTo(new ArrayList<>())",
    "q.drainTo(w)",
    "q.poll(0, TimeUnit.SECONDS)",
    "q.offer(4, 0, TimeUnit.SECONDS)",
];
const QUEUE_LOOKS: &[&str] = &[
    "q.size()",
    "q.isEmpty()",
    "q.peek()",
    "q.toString()",
    "q.contains(1)",
    "q.toArray().length",
    "for (Object o : q) s += o;",
    "new ArrayList<>(q)",
    "new ConcurrentLinkedQueue<>(q)",
    "new LinkedBlockingQueue<>(q)",
    "q.addAll(List.of(5, 6))",
    "q.addAll(w)",
    "q.removeIf(o -> o.equals(1))",
    "q.stream().count()",
    "w.addAll(q)",
    "w.add(7)",
    "q.containsAll(w)",
    "q.retainAll(w)",
    "q.iterator().hasNext()",
];
const BLOCKING_LOOKS: &[&str] = &[
    "q.size()",
    "q.isEmpty()",
    "q.peek()",
    "q.remainingCapacity()",
    "q.toString()",
    "q.contains(1)",
    "q.toArray(new Integer[0]).length",
    "for (Object o : q) s += o;",
    "new ArrayList<>(q)",
    "new LinkedBlockingDeque<>(q)",
    "q.drainTo(w)",
    "q.addAll(w)",
    "w.add(7)",
    "q.take()",
    "q.poll()",
    "q.put(9);",
];
const MAP_CHANGES: &[&str] = &[
    "q.put(1, 2)",
    "q.remove(1)",
    "q.putIfAbsent(1, 3)",
    "q.put(2, 4)",
    "q.clear();",
    "q.merge(1, 1, Integer::sum)",
    "q.computeIfAbsent(1, k -> 5)",
    "q.compute(1, (k, o) -> o == null ? 6 : null)",
    "q.replace(1, 7)",
    "q.putAll(m);",
    "m.put(1, 8)",
];
const MAP_LOOKS: &[&str] = &[
    "q.get(1)",
    "q.containsKey(1)",
    "q.size()",
    "q.isEmpty()",
    "q.toString()",
    "q.values()",
    "for (int k : q.keySet()) s += k;",
    "new HashMap<>(q)",
    "new ConcurrentHashMap<>(m)",
    "q.containsValue(2)",
    "q.entrySet().size()",
    "q.getOrDefault(2, 0)",
    "q.equals(m)",
    "q.putAll(m);",
];
const POOL_CHANGES: &[&str] = &[
    "p.execute(() -> y.incrementAndGet());",
    "p.execute(() -> { throw new IllegalStateException(); });",
    "p.submit(() -> y.incrementAndGet()).get()",
    "p.submit(() -> y.incrementAndGet()).isDone()",
    "p.shutdown();",
    "p.shutdownNow().size()",
    "p.execute(() -> y.addAndGet(y.get()));",
];
const POOL_LOOKS: &[&str] = &[
    "p.getPoolSize()",
    "p.getQueue().size()",
    "p.getActiveCount()",
    "p.getCompletedTaskCount()",
    "p.getLargestPoolSize()",
    "p.isShutdown()",
    "p.isTerminated()",
    "p.isTerminating()",
    "p.getQueue().poll() != null",
    "y.get()",
    "p.shutdown();",
    "p.toString().contains(\"Running\")",
    "p.awaitTermination(0, TimeUnit.SECONDS)",
    "p.setCorePoolSize(0);",
    "p.allowCoreThreadTimeOut(true);",
    "p.prestartCoreThread()",
];

const SUBJECTS: &[Subject] = &[
    Subject {
        declared: "static ReentrantLock l = new ReentrantLock(); static Condition c = l.newCondition(); static int x;",
        changes: LOCK_CHANGES,
        looks: LOCK_LOOKS,
    },
    Subject {
        declared: "static ReentrantLock l = new ReentrantLock(true); static Condition c = l.newCondition(); static int x;",
        changes: LOCK_CHANGES,
        looks: LOCK_LOOKS,
    },
    Subject {
        declared: "static ReentrantReadWriteLock l = new ReentrantReadWriteLock();",
        changes: READ_WRITE_CHANGES,
        looks: READ_WRITE_LOOKS,
    },
    Subject {
        declared: "static ReentrantReadWriteLock l = new ReentrantReadWriteLock(true);",
        changes: READ_WRITE_CHANGES,
        looks: READ_WRITE_LOOKS,
    },
    Subject {
        declared: "static StampedLock l = new StampedLock(); static volatile long o;",
        changes: &[
            "long n = l.writeLock(); l.unlockWrite(n);",
            "l.writeLock();",
            "long n = l.readLock(); l.unlockRead(n);",
            "l.readLock();",
            "l.tryWriteLock() != 0",
            "long n = l.tryReadLock(); n = l.tryConvertToWriteLock(n); s += n != 0;",
            "long n = l.readLockInterruptibly(); l.unlock(n);",
        ],
        looks: &[
            "l.isWriteLocked()",
            "l.isReadLocked()",
            "l.getReadLockCount()",
            "l.toString().contains(\"Unlocked\")",
            "o = l.tryOptimisticRead();",
            "l.validate(o)",
            "l.tryReadLock() != 0",
        ],
    },
    Subject {
        declared: "static Semaphore l = new Semaphore(1);",
        changes: &[
            "l.acquire();",
            "l.release();",
            "l.tryAcquire()",
            "l.acquire(2);",
            "l.release(2);",
            "l.acquireUninterruptibly();",
            "l.drainPermits()",
            "l.acquire(); l.release();",
        ],
        looks: &[
            "l.availablePermits()",
            "l.drainPermits()",
            "l.getQueueLength()",
            "l.hasQueuedThreads()",
            "l.toString().contains(\"= 1\")",
            "l.tryAcquire()",
        ],
    },
    Subject {
        declared: "static Semaphore l = new Semaphore(0, true);",
        changes: &["l.acquire();", "l.release();", "l.tryAcquire()", "l.release(2);", "l.acquire(2);"],
        looks: &["l.availablePermits()", "l.getQueueLength()", "l.hasQueuedThreads()", "l.drainPermits()"],
    },
    Subject {
        declared: "static CountDownLatch l = new CountDownLatch(2);",
        changes: &["l.countDown();", "l.await();", "l.countDown(); l.countDown();", "l.await(0, TimeUnit.SECONDS)"],
        looks: &["l.getCount()", "l.toString().contains(\"= 1\")", "l.countDown();", "l.await();"],
    },
    Subject {
        declared: "static CyclicBarrier l = new CyclicBarrier(2, () -> y.incrementAndGet());",
        changes: &["l.await()", "l.reset();", "l.await(); s += y.get();"],
        looks: &["l.getNumberWaiting()", "l.isBroken()", "l.await()", "l.reset();", "y.get()"],
    },
    Subject {
        declared: "static Phaser l = new Phaser(1);",
        changes: &[
            "l.arrive()",
            "l.arriveAndDeregister()",
            "l.register()",
            "l.arriveAndAwaitAdvance()",
            "l.bulkRegister(2)",
            "l.forceTermination();",
            "l.awaitAdvance(0)",
        ],
        looks: &[
            "l.getPhase()",
            "l.getRegisteredParties()",
            "l.isTerminated()",
            "l.getArrivedParties()",
            "l.getUnarrivedParties()",
            "l.toString().contains(\"parties = 1\")",
            "l.awaitAdvance(0)",
            "l.arrive()",
        ],
    },
    Subject {
        declared: "static Exchanger<Integer> l = new Exchanger<>();",
        changes: &["l.exchange(1)", "l.exchange(2)", "l.exchange(3, 0, TimeUnit.SECONDS)"],
        looks: &["l.exchange(4)", "l.exchange(5)"],
    },
    Subject {
        declared: "static LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>(1);",
        changes: BLOCKING_CHANGES,
        looks: BLOCKING_LOOKS,
    },
    Subject {
        declared: "static LinkedBlockingQueue<Integer> q = new LinkedBlockingQueue<>();",
        changes: BLOCKING_CHANGES,
        looks: BLOCKING_LOOKS,
    },
    Subject {
        declared: "static ArrayBlockingQueue<Integer> q = new ArrayBlockingQueue<>(2);",
        changes: BLOCKING_CHANGES,
        looks: BLOCKING_LOOKS,
    },
    Subject {
        declared: "static LinkedBlockingDeque<Integer> q = new LinkedBlockingDeque<>(2);",
        changes: BLOCKING_CHANGES,
        looks: BLOCKING_LOOKS,
    },
    Subject {
        declared: "static PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>(2);",
        changes: BLOCKING_CHANGES,
        looks: BLOCKING_LOOKS,
    },
    Subject {
        declared: "static LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>();",
        changes: BLOCKING_CHANGES,
        looks: &[
            "q.size()",
            "q.isEmpty()",
            "q.hasWaitingConsumer()",
            "q.getWaitingConsumerCount()",
            "q.tryTransfer(1)",
            "q.peek()",
            "q.toString()",
            "q.transfer(2);",
            "q.poll()",
        ],
    },
    Subject {
        declared: "static SynchronousQueue<Integer> q = new SynchronousQueue<>();",
        changes: &["q.put(1);", "q.take()", "q.offer(3)", "q.poll()"],
        looks: &["q.size()", "q.poll()", "q.offer(4)", "q.take()", "q.put(5);", "q.drainTo(w)"],
    },
    Subject {
        declared: "static ConcurrentLinkedQueue<Integer> q = new ConcurrentLinkedQueue<>();",
        changes: QUEUE_CHANGES,
        looks: QUEUE_LOOKS,
    },
    Subject {
        declared: "static ConcurrentLinkedDeque<Integer> q = new ConcurrentLinkedDeque<>();",
        changes: QUEUE_CHANGES,
        looks: QUEUE_LOOKS,
    },
    Subject {
        declared: "static ConcurrentHashMap<Integer, Integer> q = new ConcurrentHashMap<>();",
        changes: MAP_CHANGES,
        looks: MAP_LOOKS,
    },
    Subject {
        declared: "static ConcurrentSkipListMap<Integer, Integer> q = new ConcurrentSkipListMap<>();",
        changes: MAP_CHANGES,
        looks: MAP_LOOKS,
    },
    Subject {
        declared: "static CopyOnWriteArrayList<Integer> q = new CopyOnWriteArrayList<>(List.of(1));",
        changes: &[
            "q.add(2)",
            "q.remove(Integer.valueOf(1))",
            "q.addIfAbsent(3)",
            "q.addAll(w)",
            "q.set(0, 4)",
            "w.add(7)",
        ],
        looks: &[
            "q.size()",
            "q.toString()",
            "for (Object o : q) s += o;",
            "q.get(0)",
            "q.contains(2)",
            "new CopyOnWriteArrayList<>(w)",
            "q.addAllAbsent(w)",
            "q.equals(w)",
            "q.indexOf(2)",
            "q.removeAll(w)",
        ],
    },
    Subject {
        declared: "static FutureTask<Integer> l = new FutureTask<>(() -> 1);",
        changes: &["l.run();", "l.cancel(false)", "l.cancel(true)", "l.get()"],
        looks: &[
            "l.isDone()",
            "l.isCancelled()",
            "l.get()",
            "l.toString().contains(\"Not completed\")",
            "l.toString().contains(\"Completed\")",
            "l.get(0, TimeUnit.SECONDS)",
            "l.run();",
        ],
    },
    Subject {
        declared: "static CompletableFuture<Integer> l = new CompletableFuture<>();
         static CompletableFuture<Integer> k = l.thenApply(n -> n + y.incrementAndGet());",
        changes: &[
            "l.complete(1)",
            "l.completeExceptionally(new IllegalStateException())",
            "l.cancel(true)",
            "l.get()",
            "l.obtrudeValue(4);",
            "k.join()",
            "l.thenAccept(n -> y.addAndGet(2)).isDone()",
        ],
        looks: &[
            "l.isDone()",
            "k.isDone()",
            "l.getNow(7)",
            "k.getNow(8)",
            "l.get()",
            "k.get()",
            "l.toString().contains(\"Not completed\")",
            "l.getNumberOfDependents()",
            "l.isCompletedExceptionally()",
            "l.isCancelled()",
            "y.get()",
        ],
    },
    Subject {
        declared: "static ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), Watched::thread, new ThreadPoolExecutor.DiscardPolicy());",
        changes: POOL_CHANGES,
        looks: POOL_LOOKS,
    },
    Subject {
        declared: "static ThreadPoolExecutor p = new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), Watched::thread, new ThreadPoolExecutor.CallerRunsPolicy());",
        changes: POOL_CHANGES,
        looks: POOL_LOOKS,
    },
    Subject {
        declared: "static CopyOnWriteArraySet<Integer> q = new CopyOnWriteArraySet<>(List.of(1));",
        changes: &["q.add(2)", "q.remove(1)", "q.addAll(w)", "q.removeIf(o -> o == 1)", "q.clear();"],
        looks: &["q.size()", "q.contains(2)", "q.toString()", "q.equals(Set.of(1))", "q.containsAll(w)", "w.add(2)"],
    },
    Subject {
        declared: "static DelayQueue<D> q = new DelayQueue<>();
         record D(int n) implements Delayed {
             public long getDelay(TimeUnit unit) { return n; }
             public int compareTo(Delayed other) { return n - ((D) other).n; } }",
        changes: &[
            "q.add(new D(0))",
            "q.add(new D(-1))",
            "q.poll()",
            "q.take()",
            "q.clear();",
            "q.drainTo(new ArrayList<>())",
        ],
        looks: &[
            "q.size()",
            "q.peek()",
            "q.poll()",
            "q.poll(0, TimeUnit.SECONDS)",
            "q.toString()",
            "for (Object o : q) s += o;",
        ],
    },
    Subject {
        declared: "static LongAdder l = new LongAdder();",
        changes: &["l.increment();", "l.add(2);", "l.reset();", "l.sumThenReset()", "l.decrement();"],
        looks: &["l.sum()", "l.intValue()", "l.toString()", "l.sumThenReset()", "l.add(4);"],
    },
    Subject {
        declared: "static AtomicStampedReference<Integer> l = new AtomicStampedReference<>(1, 0);",
        changes: &[
            "l.set(2, 1);",
            "l.compareAndSet(1, 2, 0, 1)",
            "l.attemptStamp(1, 5)",
            "l.compareAndSet(2, 1, 1, 2)",
        ],
        looks: &["l.getReference()", "l.getStamp()", "l.get(new int[1])", "l.compareAndSet(1, 3, 0, 3)"],
    },
    Subject {
        declared: "static ForkJoinPool p = new ForkJoinPool(1);",
        changes: &[
            "p.execute(() -> y.incrementAndGet());",
            "p.submit(() -> 1).get()",
            "p.shutdown();",
            "p.shutdownNow().size()",
        ],
        looks: &["p.isShutdown()", "p.isTerminated()", "p.submit(() -> 2).isDone()", "y.get()", "p.isTerminating()"],
    },
];

/// What can be done with threads, whatever they share; `t` is the first one.
const THREADS: &[&str] = &[
    "t.interrupt();",
    "t.getState()",
    "t.isInterrupted()",
    "Thread.interrupted()",
    "LockSupport.unpark(t);",
    "t.isAlive()",
];

/// The text of the program of a seed, as a class of this name.
pub fn program(seed: u64, class: &str) -> String {
    draw(seed ^ 0x6f62_7365_7276_6572, SUBJECTS, class)
}

/// The same with other subjects. `Watched` stands for the class.
pub(crate) fn draw(seed: u64, subjects: &[Subject], class: &str) -> String {
    let mut random = Random::new(seed);
    let subject = &subjects[random.below(subjects.len())];
    // Mostly two threads; a third one does little.
    let third = random.chance(20);
    let first: Vec<_> = (0..1 + usize::from(random.chance(30))).map(|_| random.pick(subject.changes)).collect();
    let mut second = vec![];
    for _ in 0..1 + usize::from(random.chance(85)) {
        second.push(match random.below(100) {
            0..14 => random.pick(THREADS),
            14..26 => random.pick(subject.changes),
            _ => random.pick(subject.looks),
        });
    }
    let other = third.then(|| match random.chance(25) {
        true => random.pick(THREADS),
        false => random.pick(subject.changes),
    });
    let before = random.chance(20).then(|| random.pick(subject.changes));
    print(class, subject.declared, before, &first, &second, other)
}

pub(crate) fn print(
    class: &str,
    declared: &str,
    before: Option<&str>,
    first: &[&str],
    second: &[&str],
    other: Option<&str>,
) -> String {
    let mut text = format!(
        "import java.io.*;\nimport java.lang.invoke.*;\nimport java.lang.reflect.Array;\nimport java.nio.*;\n\
         import java.text.MessageFormat;\nimport java.util.*;\nimport java.util.concurrent.*;\n\
         import java.util.concurrent.atomic.*;\nimport java.util.concurrent.locks.*;\n\
         import java.util.function.*;\nimport java.util.stream.*;\n\
         @SuppressWarnings(\"all\")\npublic class {class} {{\n\
         static AtomicInteger y = new AtomicInteger();\n\
         static Vector<Integer> w = new Vector<>(List.of(1));\n\
         static Map<Integer, Integer> m = Collections.synchronizedMap(new TreeMap<>(Map.of(1, 9)));\n\
         static Thread t;\nstatic String[] saw = {{ \"\", \"\", \"\", \"\" }};\n{}\n",
        declared.replace("Watched", class)
    );
    text += "static Thread thread(Runnable task) {\n  Thread thread = new Thread(task);\n  thread.setDaemon(true);\n  \
             thread.setUncaughtExceptionHandler((a, b) -> {});\n  return thread;\n}\n";
    let bodies = [before.as_slice(), first, second, other.as_slice()];
    for (number, body) in bodies.into_iter().enumerate() {
        let _ = writeln!(text, "static void part{number}() {{\n  String s = \"\";");
        for piece in body {
            let done = if piece.ends_with(';') || piece.ends_with('}') {
                piece.replace("Watched", class)
            } else {
                format!("s += {};", piece.replace("Watched", class))
            };
            let _ = writeln!(
                text,
                "  try {{ {done} s += \",\"; }} catch (Throwable e) {{ s += e.getClass().getSimpleName(); }}"
            );
        }
        let _ = writeln!(text, "  saw[{number}] = s;\n}}");
    }
    let _ = writeln!(
        text,
        "public static void main(String[] a) throws Exception {{\n  part0();\n  t = new Thread({class}::part1);\n  \
         Thread u = new Thread({class}::part3);\n  t.start();"
    );
    if other.is_some() {
        text += "  u.start();\n";
    }
    text += "  part2();\n  t.join();\n";
    if other.is_some() {
        text += "  u.join();\n";
    }
    text += "  System.out.println(String.join(\" \", saw));\n}\n}\n";
    text
}
