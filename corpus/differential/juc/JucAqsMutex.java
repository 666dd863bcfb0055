import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

public class JucAqsMutex {
    static class Mutex implements Lock {
        private static class Sync extends AbstractQueuedSynchronizer {
            @Override
            protected boolean tryAcquire(int n) {
                if (compareAndSetState(0, 1)) {
                    setExclusiveOwnerThread(Thread.currentThread());
                    return true;
                }
                return false;
            }

            @Override
            protected boolean tryRelease(int n) {
                if (!isHeldExclusively()) {
                    throw new IllegalMonitorStateException("not mine");
                }
                setExclusiveOwnerThread(null);
                setState(0);
                return true;
            }

            @Override
            protected boolean isHeldExclusively() {
                return getState() == 1 && getExclusiveOwnerThread() == Thread.currentThread();
            }

            Condition newCondition() {
                return new ConditionObject();
            }
        }

        final Sync sync = new Sync();

        public void lock() {
            sync.acquire(1);
        }

        public boolean tryLock() {
            return sync.tryAcquire(1);
        }

        public void unlock() {
            sync.release(1);
        }

        public Condition newCondition() {
            return sync.newCondition();
        }

        public void lockInterruptibly() throws InterruptedException {
            sync.acquireInterruptibly(1);
        }

        public boolean tryLock(long t, TimeUnit u) throws InterruptedException {
            return sync.tryAcquireNanos(1, u.toNanos(t));
        }
    }

    public static void main(String[] args) throws Exception {
        Mutex m = new Mutex();
        m.lock();
        System.out.println("not reentrant " + m.tryLock() + " timed " + m.tryLock(2, TimeUnit.MILLISECONDS));
        m.unlock();
        try {
            m.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }

        int[] n = new int[1];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 40; j++) {
                    m.lock();
                    try {
                        int v = n[0];
                        Thread.yield();
                        n[0] = v + 1;
                    } finally {
                        m.unlock();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("n " + n[0]);

        // queue inspection
        System.out.println("never queued now " + m.sync.hasQueuedThreads());
        m.lock();
        Thread q1 = new Thread(() -> {
            m.lock();
            m.unlock();
        }, "q1");
        q1.start();
        while (!m.sync.isQueued(q1)) {
            Thread.yield();
        }
        Thread q2 = new Thread(() -> {
            try {
                m.lockInterruptibly();
            } catch (InterruptedException e) {
                n[0] = -1;
            }
        }, "q2");
        q2.start();
        while (!m.sync.isQueued(q2)) {
            Thread.yield();
        }
        System.out.println(m.sync.getQueueLength() + " first " + m.sync.getFirstQueuedThread().getName()
                + " contended " + m.sync.hasContended() + " pred " + m.sync.hasQueuedPredecessors());
        System.out.println(m.sync.getQueuedThreads().size() + " " + m.sync.getExclusiveQueuedThreads().size() + " "
                + m.sync.getSharedQueuedThreads().size());
        q2.interrupt();
        q2.join();
        System.out.println("q2 gave up " + n[0] + " " + m.sync.getQueueLength());
        m.unlock();
        q1.join();

        // condition object
        Condition c = m.newCondition();
        boolean[] ready = new boolean[1];
        Thread w = new Thread(() -> {
            m.lock();
            try {
                while (!ready[0]) {
                    c.await();
                }
                n[0] = 500;
            } catch (InterruptedException e) {
                n[0] = -2;
            } finally {
                m.unlock();
            }
        });
        w.start();
        m.lock();
        ready[0] = true;
        c.signalAll();
        m.unlock();
        w.join();
        System.out.println("n " + n[0]);
        try {
            c.signal();
        } catch (IllegalMonitorStateException e) {
            System.out.println("signal without lock: " + e.getMessage());
        }
        m.lock();
        System.out.println("owns " + m.sync.owns((AbstractQueuedSynchronizer.ConditionObject) c) + " waiters "
                + m.sync.hasWaiters((AbstractQueuedSynchronizer.ConditionObject) c));
        m.unlock();

        // the unimplemented methods throw
        AbstractQueuedSynchronizer bare = new AbstractQueuedSynchronizer() {
        };
        try {
            bare.acquire(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE acquire");
        }
        try {
            bare.releaseShared(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE releaseShared");
        }
        String s = m.sync.toString();
        System.out.println(s.substring(s.indexOf('[')));
    }
}
