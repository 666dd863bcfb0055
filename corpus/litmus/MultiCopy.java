// Whether all threads see the writes of others in the same order.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class MultiCopy {
    @JCStressTest
    @State
    public static class Plain {
        int x, y;

        @Actor
        public void actor1(IIII_Result r) {
            x = 1;
        }

        @Actor
        public void actor2(IIII_Result r) {
            y = 1;
        }

        @Actor
        public void actor3(IIII_Result r) {
            r.r1 = x;
            r.r2 = y;
        }

        @Actor
        public void actor4(IIII_Result r) {
            r.r3 = y;
            r.r4 = x;
        }
    }

    @JCStressTest
    @State
    public static class Volatile {
        volatile int x, y;

        @Actor
        public void actor1(IIII_Result r) {
            x = 1;
        }

        @Actor
        public void actor2(IIII_Result r) {
            y = 1;
        }

        @Actor
        public void actor3(IIII_Result r) {
            r.r1 = x;
            r.r2 = y;
        }

        @Actor
        public void actor4(IIII_Result r) {
            r.r3 = y;
            r.r4 = x;
        }
    }

    @JCStressTest
    @State
    public static class Opaque {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(Opaque.class, "x", int.class);
                Y = lookup.findVarHandle(Opaque.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(IIII_Result r) {
            X.setOpaque(this, 1);
        }

        @Actor
        public void actor2(IIII_Result r) {
            Y.setOpaque(this, 1);
        }

        @Actor
        public void actor3(IIII_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) Y.getOpaque(this);
        }

        @Actor
        public void actor4(IIII_Result r) {
            r.r3 = (int) Y.getOpaque(this);
            r.r4 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class ReleaseAcquire {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(ReleaseAcquire.class, "x", int.class);
                Y = lookup.findVarHandle(ReleaseAcquire.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(IIII_Result r) {
            X.setRelease(this, 1);
        }

        @Actor
        public void actor2(IIII_Result r) {
            Y.setRelease(this, 1);
        }

        @Actor
        public void actor3(IIII_Result r) {
            r.r1 = (int) X.getAcquire(this);
            r.r2 = (int) Y.getAcquire(this);
        }

        @Actor
        public void actor4(IIII_Result r) {
            r.r3 = (int) Y.getAcquire(this);
            r.r4 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class WriteToRead {
        int x, y;

        @Actor
        public void actor1(III_Result r) {
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
    @State
    public static class WriteToReadVolatile {
        volatile int x, y;

        @Actor
        public void actor1(III_Result r) {
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
    @State
    public static class WriteToReadAcquire {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(WriteToReadAcquire.class, "x", int.class);
                Y = lookup.findVarHandle(WriteToReadAcquire.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(III_Result r) {
            X.setRelease(this, 1);
        }

        @Actor
        public void actor2(III_Result r) {
            r.r1 = (int) X.getAcquire(this);
            Y.setRelease(this, 1);
        }

        @Actor
        public void actor3(III_Result r) {
            r.r2 = (int) Y.getAcquire(this);
            r.r3 = x;
        }
    }
}
