// Where intuition fails.
package advanced;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressMeta;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.*;

public class Advanced {
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Locks on different objects order nothing")
    @State
    public static class TwoLocksBase {
    }

    @JCStressTest
    @JCStressMeta(TwoLocksBase.class)
    @State
    public static class DifferentLocks {
        int x;
        int y;

        @Actor
        public void actor1() {
            synchronized (new Object()) {
                x = 1;
            }
            synchronized (new Object()) {
                y = 1;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            synchronized (new Object()) {
                r.r1 = y;
            }
            synchronized (new Object()) {
                r.r2 = x;
            }
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Only the writer takes the lock")
    @State
    public static class SemiSynchronized {
        int x;
        int y;

        @Actor
        public synchronized void writer() {
            x = 1;
            y = 1;
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "A volatile array has plain elements")
    @State
    public static class VolatileArray {
        volatile int[] a = new int[2];

        @Actor
        public void actor1() {
            int[] t = a;
            t[0] = 1;
            t[1] = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            int[] t = a;
            r.r1 = t[1];
            r.r2 = t[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"1", "2"}, expect = Expect.ACCEPTABLE, desc = "Increments of a volatile may be lost")
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class LostVolatileIncrement {
        volatile int v;

        @Actor
        public void actor1() {
            v++;
        }

        @Actor
        public void actor2() {
            v++;
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = v;
        }
    }

    @JCStressTest
    @Outcome(id = "2", expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class UpdaterIncrement {
        static final AtomicIntegerFieldUpdater<UpdaterIncrement> V =
                AtomicIntegerFieldUpdater.newUpdater(UpdaterIncrement.class, "v");

        volatile int v;

        @Actor
        public void actor1() {
            V.incrementAndGet(this);
        }

        @Actor
        public void actor2() {
            V.incrementAndGet(this);
        }

        @Arbiter
        public void arbiter(I_Result r) {
            r.r1 = v;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE_INTERESTING, desc = "lazySet is a release only")
    @State
    public static class LazySetDekker {
        final AtomicInteger x = new AtomicInteger();
        final AtomicInteger y = new AtomicInteger();

        @Actor
        public void actor1(II_Result r) {
            x.lazySet(1);
            r.r1 = y.get();
        }

        @Actor
        public void actor2(II_Result r) {
            y.lazySet(1);
            r.r2 = x.get();
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN)
    @State
    public static class AtomicDekker {
        final AtomicInteger x = new AtomicInteger();
        final AtomicInteger y = new AtomicInteger();

        @Actor
        public void actor1(II_Result r) {
            x.set(1);
            r.r1 = y.get();
        }

        @Actor
        public void actor2(II_Result r) {
            y.set(1);
            r.r2 = x.get();
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN)
    @State
    public static class SetReleaseGetAcquire {
        int x;
        final AtomicInteger flag = new AtomicInteger();

        @Actor
        public void actor1() {
            x = 1;
            flag.setRelease(1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = flag.getAcquire();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING)
    @State
    public static class SetPlainGetPlain {
        int x;
        final AtomicInteger flag = new AtomicInteger();

        @Actor
        public void actor1() {
            x = 1;
            flag.setPlain(1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = flag.getPlain();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE_INTERESTING)
    @State
    public static class SetOpaqueGetOpaque {
        int x;
        final AtomicInteger flag = new AtomicInteger();

        @Actor
        public void actor1() {
            x = 1;
            flag.setOpaque(1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = flag.getOpaque();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE, desc = "One of them wins")
    @Outcome(id = "false, false", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Both failed for no reason")
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class WeakCas {
        final AtomicInteger v = new AtomicInteger();

        @Actor
        public void actor1(ZZ_Result r) {
            r.r1 = v.weakCompareAndSetVolatile(0, 1);
        }

        @Actor
        public void actor2(ZZ_Result r) {
            r.r2 = v.weakCompareAndSetVolatile(0, 2);
        }
    }

    @JCStressTest
    @Outcome(id = {"true, false", "false, true"}, expect = Expect.ACCEPTABLE)
    @Outcome(expect = Expect.FORBIDDEN)
    @State
    public static class StrongCas {
        final AtomicInteger v = new AtomicInteger();

        @Actor
        public void actor1(ZZ_Result r) {
            r.r1 = v.compareAndSet(0, 1);
        }

        @Actor
        public void actor2(ZZ_Result r) {
            r.r2 = v.compareAndSet(0, 2);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN)
    @State
    public static class ElementAcquireRelease {
        static final VarHandle E = MethodHandles.arrayElementVarHandle(int[].class);
        final int[] a = new int[2];

        @Actor
        public void actor1() {
            a[0] = 1;
            E.setRelease(a, 1, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) E.getAcquire(a, 1);
            r.r2 = a[0];
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "0, 0", expect = Expect.FORBIDDEN, desc = "Full fences restore order")
    @State
    public static class FencedDekker {
        int x;
        int y;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
            VarHandle.fullFence();
            r.r1 = y;
        }

        @Actor
        public void actor2(II_Result r) {
            y = 1;
            VarHandle.fullFence();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN)
    @State
    public static class FencedMessage {
        int x;
        int y;

        @Actor
        public void actor1() {
            x = 1;
            VarHandle.releaseFence();
            y = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = y;
            VarHandle.acquireFence();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN)
    @State
    public static class StoreStoreLoadLoad {
        int x;
        int y;

        @Actor
        public void actor1() {
            x = 1;
            VarHandle.storeStoreFence();
            y = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = y;
            VarHandle.loadLoadFence();
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "0, 0"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Stores before loads")
    @State
    public static class LoadBufferingPlain {
        int x;
        int y;

        @Actor
        public void actor1(II_Result r) {
            r.r1 = x;
            y = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = y;
            x = 1;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = Expect.FORBIDDEN, desc = "Causality is transitive")
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class WrcVolatile {
        volatile int x;
        volatile int y;

        @Actor
        public void actor1() {
            x = 1;
        }

        @Actor
        public void actor2(III_Result r) {
            r.r1 = x;
            y = 1;
        }

        @Actor
        public void actor3(III_Result r) {
            r.r2 = y;
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1, 0", expect = Expect.FORBIDDEN, desc = "Release and acquire are cumulative")
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class Isa2 {
        static final VarHandle Y;
        static final VarHandle Z;

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                Y = l.findVarHandle(Isa2.class, "y", int.class);
                Z = l.findVarHandle(Isa2.class, "z", int.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        int x;
        int y;
        int z;

        @Actor
        public void actor1() {
            x = 1;
            Y.setRelease(this, 1);
        }

        @Actor
        public void actor2(III_Result r) {
            r.r1 = (int) Y.getAcquire(this);
            Z.setRelease(this, 1);
        }

        @Actor
        public void actor3(III_Result r) {
            r.r2 = (int) Z.getAcquire(this);
            r.r3 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1", "2, 2"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "Both first writes last")
    @State
    public static class TwoPlusTwoWritesVolatile {
        volatile int x;
        volatile int y;

        @Actor
        public void actor1() {
            x = 1;
            y = 2;
        }

        @Actor
        public void actor2() {
            y = 1;
            x = 2;
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1", "2, 2"}, expect = Expect.ACCEPTABLE)
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "Plain writes pass each other")
    @State
    public static class TwoPlusTwoWritesPlain {
        int x;
        int y;

        @Actor
        public void actor1() {
            x = 1;
            y = 2;
        }

        @Actor
        public void actor2() {
            y = 1;
            x = 2;
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = x;
            r.r2 = y;
        }
    }
}
