// Atomic updates, locks, and what is not atomic.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class Updates {
    @JCStressTest
    @State
    public static class Increments {
        volatile int x;

        @Actor
        public void actor1(I_Result r) {
            x++;
        }

        @Actor
        public void actor2(I_Result r) {
            x++;
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    public static class AtomicIncrements {
        final java.util.concurrent.atomic.AtomicInteger x = new java.util.concurrent.atomic.AtomicInteger();

        @Actor
        public void actor1(I_Result r) {
            x.incrementAndGet();
        }

        @Actor
        public void actor2(I_Result r) {
            x.incrementAndGet();
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = x.get();
        }
    }

    @JCStressTest
    @State
    public static class RelaxedIncrements {
        int x;

        static final VarHandle X;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(RelaxedIncrements.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(I_Result r) {
            X.getAndAddRelease(this, 1);
        }

        @Actor
        public void actor2(I_Result r) {
            X.getAndAddAcquire(this, 1);
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    public static class CompareAndSet {
        int x;

        static final VarHandle X;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(CompareAndSet.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(III_Result r) {
            r.r1 = X.compareAndSet(this, 0, 1) ? 1 : 0;
        }

        @Actor
        public void actor2(III_Result r) {
            r.r2 = X.compareAndSet(this, 0, 2) ? 1 : 0;
        }

        @Arbiter
        public void arbiter(III_Result r) {
            r.r3 = x;
        }
    }

    @JCStressTest
    @State
    public static class SetAgainstUpdate {
        int x;

        static final VarHandle X;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(SetAgainstUpdate.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            X.setRelease(this, 5);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) X.getAndAdd(this, 1);
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r2 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class SpinLock {
        int held, x;

        static final VarHandle HELD;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                HELD = lookup.findVarHandle(SpinLock.class, "held", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            while (!HELD.compareAndSet(this, 0, 1)) {
                Thread.onSpinWait();
            }
            x++;
            r.r1 = x;
            HELD.setRelease(this, 0);
        }

        @Actor
        public void actor2(II_Result r) {
            while (!HELD.compareAndSet(this, 0, 1)) {
                Thread.onSpinWait();
            }
            x++;
            r.r2 = x;
            HELD.setRelease(this, 0);
        }
    }

    @JCStressTest
    @State
    public static class ReentrantLocks {
        int x;
        final java.util.concurrent.locks.ReentrantLock lock = new java.util.concurrent.locks.ReentrantLock();

        @Actor
        public void actor1(II_Result r) {
            lock.lock();
            x++;
            r.r1 = x;
            lock.unlock();
        }

        @Actor
        public void actor2(II_Result r) {
            lock.lock();
            x++;
            r.r2 = x;
            lock.unlock();
        }
    }

    @JCStressTest
    @State
    public static class Peterson {
        volatile boolean a, b;
        volatile int turn;
        int inside;

        @Actor
        public void actor1(II_Result r) {
            a = true;
            turn = 1;
            if (!(b && turn == 1)) {
                r.r1 = ++inside;
                inside--;
            }
            a = false;
        }

        @Actor
        public void actor2(II_Result r) {
            b = true;
            turn = 0;
            if (!(a && turn == 0)) {
                r.r2 = ++inside;
                inside--;
            }
            b = false;
        }
    }

    @JCStressTest
    @State
    public static class Dekker {
        volatile int a, b;
        int x;

        @Actor
        public void actor1(I_Result r) {
            a = 1;
            if (b == 0) {
                x++;
            }
        }

        @Actor
        public void actor2(I_Result r) {
            b = 1;
            if (a == 0) {
                x++;
            }
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    public static class LockedIncrements {
        int x;

        @Actor
        public void actor1(I_Result r) {
            synchronized (this) {
                x++;
            }
        }

        @Actor
        public void actor2(I_Result r) {
            synchronized (this) {
                x++;
            }
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    public static class PlainIncrements {
        int x;

        @Actor
        public void actor1(I_Result r) {
            x++;
        }

        @Actor
        public void actor2(I_Result r) {
            x++;
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = x;
        }
    }
}
