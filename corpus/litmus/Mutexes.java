// Locks made by hand and by others.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

public class Mutexes {
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE, desc = "One after the other")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Both at once")
    @State
    public abstract static class Guarded {
        int value;

        abstract void lock();

        abstract void unlock();

        int next() {
            lock();
            try {
                return ++value;
            } finally {
                unlock();
            }
        }
    }

    @JCStressTest
    @JCStressMeta(Guarded.class)
    @State
    public static class WithReentrantLock extends Guarded {
        private final ReentrantLock lock = new ReentrantLock();

        @Override
        void lock() {
            lock.lock();
        }

        @Override
        void unlock() {
            lock.unlock();
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = next();
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = next();
        }
    }

    @JCStressTest
    @JCStressMeta(Guarded.class)
    @State
    public static class WithSemaphore extends Guarded {
        private final Semaphore semaphore = new Semaphore(1);

        @Override
        void lock() {
            semaphore.acquireUninterruptibly();
        }

        @Override
        void unlock() {
            semaphore.release();
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = next();
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = next();
        }
    }

    @JCStressTest
    @JCStressMeta(Guarded.class)
    @State
    public static class WithSpinLock extends Guarded {
        private final AtomicBoolean taken = new AtomicBoolean();

        @Override
        void lock() {
            while (!taken.compareAndSet(false, true)) {
                Thread.onSpinWait();
            }
        }

        @Override
        void unlock() {
            taken.set(false);
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = next();
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = next();
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class Peterson {
        volatile boolean want1;
        volatile boolean want2;
        volatile int turn;
        int value;

        @Actor
        public void actor1(II_Result r) {
            want1 = true;
            turn = 2;
            while (want2 && turn == 2) {
            }
            r.r1 = ++value;
            want1 = false;
        }

        @Actor
        public void actor2(II_Result r) {
            want2 = true;
            turn = 1;
            while (want1 && turn == 1) {
            }
            r.r2 = ++value;
            want2 = false;
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Without volatile both get in")
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class PetersonPlain {
        boolean want1;
        boolean want2;
        int turn;
        int value;

        @Actor
        public void actor1(II_Result r) {
            want1 = true;
            turn = 2;
            while (want2 && turn == 2) {
            }
            r.r1 = ++value;
            want1 = false;
        }

        @Actor
        public void actor2(II_Result r) {
            want2 = true;
            turn = 1;
            while (want1 && turn == 1) {
            }
            r.r2 = ++value;
            want2 = false;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "A writer was there")
    @Outcome(expect = Expect.FORBIDDEN, desc = "Half an update")
    @State
    public static class SequenceLock {
        static final VarHandle V;

        static {
            try {
                V = MethodHandles.lookup().findVarHandle(SequenceLock.class, "version", int.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        int version;
        int a;
        int b;

        @Actor
        public void writer() {
            V.setOpaque(this, 1);
            VarHandle.releaseFence();
            a = 1;
            b = 1;
            V.setRelease(this, 2);
        }

        @Actor
        public void reader(II_Result r) {
            int before = (int) V.getAcquire(this);
            int x = a;
            int y = b;
            VarHandle.acquireFence();
            int after = (int) V.getOpaque(this);
            boolean good = before == after && (before & 1) == 0;
            r.r1 = good ? x : -1;
            r.r2 = good ? y : -1;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1, -1", "0, 0", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class Stamped {
        final StampedLock lock = new StampedLock();
        int a;
        int b;

        @Actor
        public void writer() {
            long stamp = lock.writeLock();
            a = 1;
            b = 1;
            lock.unlockWrite(stamp);
        }

        @Actor
        public void reader(II_Result r) {
            long stamp = lock.tryOptimisticRead();
            int x = a;
            int y = b;
            boolean good = stamp != 0 && lock.validate(stamp);
            r.r1 = good ? x : -1;
            r.r2 = good ? y : -1;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class Latch {
        final CountDownLatch latch = new CountDownLatch(1);
        int x;

        @Actor
        public void actor1() {
            x = 1;
            latch.countDown();
        }

        @Actor
        public void actor2(I_Result r) throws InterruptedException {
            latch.await();
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class JoinEdge {
        int x;

        @Actor
        public void actor(I_Result r) throws InterruptedException {
            Thread t = new Thread(() -> x = 1);
            t.start();
            t.join();
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "1"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN, desc = "Whoever sees the end sees the rest")
    @State
    public static class IsAliveEdge {
        int x;

        @Actor
        public void actor(I_Result r) {
            Thread t = new Thread(() -> x = 1);
            t.start();
            r.r1 = t.isAlive() ? -1 : x;
        }
    }

    @JCStressTest
    @Outcome(id = {"false, 0", "false, 1", "true, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "true, 0", expect = Expect.FORBIDDEN)
    @State
    public static class InterruptEdge {
        int x;
        volatile Thread target;

        @Actor
        public void actor1() {
            Thread t = target;
            x = 1;
            if (t != null) {
                t.interrupt();
            }
        }

        @Actor
        public void actor2(ZI_Result r) {
            target = Thread.currentThread();
            r.r1 = Thread.interrupted();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class ParkUntilSet {
        volatile Thread waiter;
        volatile boolean ready;
        int x;

        @Actor
        public void actor1() {
            x = 1;
            ready = true;
            LockSupport.unpark(waiter);
        }

        @Actor
        public void actor2(I_Result r) {
            waiter = Thread.currentThread();
            while (!ready) {
                LockSupport.park();
            }
            r.r1 = x;
        }
    }
}
