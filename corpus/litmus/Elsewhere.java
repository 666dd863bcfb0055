// Other ways to reach memory.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.*;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

import static org.openjdk.jcstress.annotations.Expect.*;

public class Elsewhere {
    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class BufferView {
        static final VarHandle I = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
        final ByteBuffer buffer = ByteBuffer.allocateDirect(16);

        @Actor
        public void write() {
            I.setOpaque(buffer, 0, -1);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = (int) I.getOpaque(buffer, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(expect = ACCEPTABLE_INTERESTING)
    @State
    public static class HeapBufferView {
        final ByteBuffer buffer = ByteBuffer.allocate(16);

        @Actor
        public void write() {
            buffer.putInt(0, -1);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = buffer.getInt(0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class ByteArrayView {
        static final VarHandle I = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());
        final byte[] bytes = new byte[16];

        @Actor
        public void write() {
            I.set(bytes, 4, -1);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = (int) I.get(bytes, 4);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = FORBIDDEN)
    @State
    public static class LongAdderAfterFlag {
        final LongAdder adder = new LongAdder();
        volatile int flag;

        @Actor
        public void actor1() {
            adder.increment();
            flag = 1;
        }

        @Actor
        public void actor2(IJ_Result r) {
            r.r1 = flag;
            r.r2 = adder.sum();
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class GetAndAdd {
        static final VarHandle V;

        static {
            try {
                V = MethodHandles.lookup().findVarHandle(GetAndAdd.class, "v", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int v;

        @Actor
        public void actor1(II_Result r) {
            r.r1 = (int) V.getAndAdd(this, 1) + 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = (int) V.getAndAddRelease(this, 1) + 1;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "2, 0"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class CompareAndExchange {
        final AtomicInteger v = new AtomicInteger();

        @Actor
        public void actor1(II_Result r) {
            r.r1 = v.compareAndExchange(0, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = v.compareAndExchange(0, 2);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = FORBIDDEN)
    @State
    public static class UpdaterLazySet {
        static final AtomicReferenceFieldUpdater<UpdaterLazySet, String> S =
                AtomicReferenceFieldUpdater.newUpdater(UpdaterLazySet.class, String.class, "s");

        volatile String s;
        int x;

        @Actor
        public void actor1() {
            x = 1;
            S.lazySet(this, "set");
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = s == null ? 0 : 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = FORBIDDEN)
    @State
    public static class AtomicArrayElements {
        final AtomicIntegerArray a = new AtomicIntegerArray(2);

        @Actor
        public void actor1() {
            a.set(0, 1);
            a.lazySet(1, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = a.get(1);
            r.r2 = a.get(0);
        }
    }

    // R and S, plain and volatile.
    @JCStressTest
    @Outcome(id = "2, 0", expect = ACCEPTABLE_INTERESTING)
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class RPlain {
        int x;
        int y;
        int r2;

        @Actor
        public void actor1() {
            x = 1;
            y = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            y = 2;
            r.r2 = x;
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = y;
        }
    }

    @JCStressTest
    @Outcome(id = "2, 0", expect = FORBIDDEN)
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class RVolatile {
        volatile int x;
        volatile int y;

        @Actor
        public void actor1() {
            x = 1;
            y = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            y = 2;
            r.r2 = x;
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = y;
        }
    }

    @JCStressTest
    @Outcome(id = "2, 1", expect = FORBIDDEN)
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class SReleaseAcquire {
        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                X = l.findVarHandle(SReleaseAcquire.class, "x", int.class);
                Y = l.findVarHandle(SReleaseAcquire.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void actor1() {
            X.setOpaque(this, 2);
            Y.setRelease(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = (int) Y.getAcquire(this);
            X.setOpaque(this, 1);
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 1", "2, 2", "1, 2", "2, 1", "0, 0", "0, 1", "0, 2"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class CoRROpaqueTwoWriters {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(CoRROpaqueTwoWriters.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        @Actor
        public void one() {
            X.setOpaque(this, 1);
        }

        @Actor
        public void two() {
            X.setOpaque(this, 2);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"1", "2"}, expect = ACCEPTABLE)
    @Outcome(id = "0", expect = FORBIDDEN, desc = "A thread sees its own writes")
    @State
    public static class CoWR {
        int x;

        @Actor
        public void actor1(I_Result r) {
            x = 1;
            r.r1 = x;
        }

        @Actor
        public void actor2() {
            x = 2;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 0"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 1", expect = FORBIDDEN, desc = "Acquire reads stay before what follows")
    @State
    public static class LoadBufferingAcquire {
        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                X = l.findVarHandle(LoadBufferingAcquire.class, "x", int.class);
                Y = l.findVarHandle(LoadBufferingAcquire.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;
        int y;

        @Actor
        public void actor1(II_Result r) {
            r.r1 = (int) X.getAcquire(this);
            Y.setRelease(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = (int) Y.getAcquire(this);
            X.setRelease(this, 1);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 0"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 1", expect = ACCEPTABLE_INTERESTING, desc = "One control dependency is not enough")
    @State
    public static class LoadBufferingOneControl {
        int x;
        int y;

        @Actor
        public void actor1(II_Result r) {
            r.r1 = x;
            if (r.r1 == 1) {
                y = 1;
            } else {
                y = 1;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = y;
            x = 1;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1, -1", "1, 2"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN, desc = "All that a final field leads to")
    @State
    public static class FinalLeadsTo {
        static class Inner {
            int a;
            int b;
        }

        static class Outer {
            final Inner inner;

            Outer() {
                Inner i = new Inner();
                i.a = 1;
                i.b = 2;
                inner = i;
            }
        }

        Outer outer;

        @Actor
        public void actor1() {
            outer = new Outer();
        }

        @Actor
        public void actor2(II_Result r) {
            Outer o = outer;
            r.r1 = o == null ? -1 : o.inner.a;
            r.r2 = o == null ? -1 : o.inner.b;
        }
    }

    @JCStressTest
    @Outcome(id = {"null", "data"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class RacyString {
        String s;

        @Actor
        public void actor1() {
            s = new String(new char[] {'d', 'a', 't', 'a'});
        }

        @Actor
        public void actor2(L_Result r) {
            r.r1 = String.valueOf(s);
        }
    }
}
