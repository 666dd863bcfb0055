// Halves of 64-bit variables, and neighbours in memory.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class Tearing {
    @JCStressTest
    @State
    public static class LongField {
        long x;

        @Actor
        public void actor1(J_Result r) {
            x = -1;
        }

        @Actor
        public void actor2(J_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    public static class DoubleField {
        double x;

        @Actor
        public void actor1(J_Result r) {
            x = Double.longBitsToDouble(0x3ff0000080000000L);
        }

        @Actor
        public void actor2(J_Result r) {
            r.r1 = Double.doubleToRawLongBits(x);
        }
    }

    @JCStressTest
    @State
    public static class VolatileLong {
        volatile long x;

        @Actor
        public void actor1(J_Result r) {
            x = -1;
        }

        @Actor
        public void actor2(J_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @State
    public static class OpaqueLong {
        long x;

        static final VarHandle X;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(OpaqueLong.class, "x", long.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(J_Result r) {
            X.setOpaque(this, -1L);
        }

        @Actor
        public void actor2(J_Result r) {
            r.r1 = (long) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class LongArray {
        final long[] x = new long[1];

        @Actor
        public void actor1(J_Result r) {
            x[0] = -1;
        }

        @Actor
        public void actor2(J_Result r) {
            r.r1 = x[0];
        }
    }

    @JCStressTest
    @State
    public static class TwoLongs {
        long x;

        @Actor
        public void actor1(II_Result r) {
            x = 1L << 32 | 1;
        }

        @Actor
        public void actor2(II_Result r) {
            x = 2L << 32 | 2;
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = (int) (x >> 32);
            r.r2 = (int) x;
        }
    }

    @JCStressTest
    @State
    public static class Bytes {
        final byte[] x = new byte[2];

        @Actor
        public void actor1(II_Result r) {
            x[0] = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            x[1] = 2;
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = x[0];
            r.r2 = x[1];
        }
    }
}
