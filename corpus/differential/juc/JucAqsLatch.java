import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class JucAqsLatch {
    static class BoolLatch {
        private final AbstractQueuedSynchronizer sync = new AbstractQueuedSynchronizer() {
            @Override
            protected int tryAcquireShared(int ignored) {
                return getState() != 0 ? 1 : -1;
            }

            @Override
            protected boolean tryReleaseShared(int ignored) {
                setState(1);
                return true;
            }
        };

        void signal() {
            sync.releaseShared(1);
        }

        void await() throws InterruptedException {
            sync.acquireSharedInterruptibly(1);
        }

        boolean await(long ms) throws InterruptedException {
            return sync.tryAcquireSharedNanos(1, TimeUnit.MILLISECONDS.toNanos(ms));
        }
    }

    // counts permits in a long, far beyond an int
    static class LongSem extends AbstractQueuedLongSynchronizer {
        LongSem(long n) {
            setState(n);
        }

        @Override
        protected long tryAcquireShared(long n) {
            while (true) {
                long have = getState();
                long left = have - n;
                if (left < 0 || compareAndSetState(have, left)) {
                    return left;
                }
            }
        }

        @Override
        protected boolean tryReleaseShared(long n) {
            while (true) {
                long have = getState();
                if (compareAndSetState(have, have + n)) {
                    return true;
                }
            }
        }

        long permits() {
            return getState();
        }
    }

    static class LongMutex extends AbstractQueuedLongSynchronizer {
        @Override
        protected boolean tryAcquire(long n) {
            return compareAndSetState(0, n);
        }

        @Override
        protected boolean tryRelease(long n) {
            if (getState() != n) {
                throw new IllegalMonitorStateException("state " + getState());
            }
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getState() != 0;
        }
    }

    public static void main(String[] args) throws Exception {
        BoolLatch l = new BoolLatch();
        System.out.println("timed " + l.await(3));
        int[] through = new int[1];
        Thread[] ts = new Thread[5];
        for (int i = 0; i < 5; i++) {
            ts[i] = new Thread(() -> {
                try {
                    l.await();
                    synchronized (through) {
                        through[0]++;
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            while (!l.sync.isQueued(t)) {
                Thread.yield();
            }
        }
        System.out.println("queued " + l.sync.getQueueLength() + " shared " + l.sync.getSharedQueuedThreads().size()
                + " through " + through[0]);
        l.signal();
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("through " + through[0] + " " + l.await(0));
        l.await();

        long big = 10_000_000_000L;
        LongSem s = new LongSem(big);
        s.acquireShared(big - 1);
        System.out.println(s.permits());
        System.out.println(s.tryAcquireSharedNanos(2, 1_000_000) + " " + s.permits());
        Thread w = new Thread(() -> s.acquireShared(5_000_000_000L));
        w.start();
        while (!s.isQueued(w)) {
            Thread.yield();
        }
        System.out.println("waiting " + s.hasQueuedThreads());
        s.releaseShared(4_999_999_998L);
        System.out.println("not enough yet " + w.isAlive());
        s.releaseShared(1);
        w.join();
        System.out.println(s.permits());

        LongMutex m = new LongMutex();
        long key = Long.MAX_VALUE - 3;
        m.acquire(key);
        try {
            m.release(1);
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
        boolean[] intr = new boolean[1];
        Thread x = new Thread(() -> {
            try {
                m.acquireInterruptibly(7);
            } catch (InterruptedException e) {
                intr[0] = true;
            }
        });
        x.start();
        while (!m.isQueued(x)) {
            Thread.yield();
        }
        x.interrupt();
        x.join();
        System.out.println("interrupted " + intr[0]);
        System.out.println(m.release(key) + " " + m.tryAcquireNanos(9, 1000));
        AbstractQueuedLongSynchronizer.ConditionObject c = m.new ConditionObject();
        System.out.println("condition times out " + c.await(1, TimeUnit.MILLISECONDS) + " " + m.hasWaiters(c));
        Thread.currentThread().interrupt();
        try {
            l.await();
        } catch (InterruptedException e) {
            System.out.println("open latch still looks at the flag");
        }
    }
}
