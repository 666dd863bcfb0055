// Each thread writes one variable and reads the other.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class StoreBuffering {
    @JCStressTest
    @State
    public static class Plain {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void actor2(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class Volatile {
        volatile int x, y;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void actor2(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class OneVolatile {
        volatile int x;
        int y;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void actor2(II_Result r) {
            y = 1;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class Locks {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            synchronized (this) {
                x = 1;
                r.r1 = y;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            synchronized (this) {
                y = 1;
                r.r2 = x;
            }
        }
    }

    @JCStressTest
    @State
    public static class TwoLocks {
        int x, y;
        final Object a = new Object(), b = new Object();

        @Actor
        public void actor1(II_Result r) {
            synchronized (a) {
                x = 1;
                r.r1 = y;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            synchronized (b) {
                y = 1;
                r.r2 = x;
            }
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
        public void actor1(II_Result r) {
            X.setOpaque(this, 1);
            r.r1 = (int) Y.getOpaque(this);
        }

        @Actor
        public void actor2(II_Result r) {
            Y.setOpaque(this, 1);
            r.r2 = (int) X.getOpaque(this);
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
        public void actor1(II_Result r) {
            X.setRelease(this, 1);
            r.r1 = (int) Y.getAcquire(this);
        }

        @Actor
        public void actor2(II_Result r) {
            Y.setRelease(this, 1);
            r.r2 = (int) X.getAcquire(this);
        }
    }

    @JCStressTest
    @State
    public static class VolatileModes {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(VolatileModes.class, "x", int.class);
                Y = lookup.findVarHandle(VolatileModes.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            X.setVolatile(this, 1);
            r.r1 = (int) Y.getVolatile(this);
        }

        @Actor
        public void actor2(II_Result r) {
            Y.setVolatile(this, 1);
            r.r2 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class ReleaseVolatile {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(ReleaseVolatile.class, "x", int.class);
                Y = lookup.findVarHandle(ReleaseVolatile.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            X.setRelease(this, 1);
            r.r1 = (int) Y.getVolatile(this);
        }

        @Actor
        public void actor2(II_Result r) {
            Y.setRelease(this, 1);
            r.r2 = (int) X.getVolatile(this);
        }
    }

    @JCStressTest
    @State
    public static class FullFences {
        int x, y;

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
    @State
    public static class Updates {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(Updates.class, "x", int.class);
                Y = lookup.findVarHandle(Updates.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            X.getAndAdd(this, 1);
            r.r1 = (int) Y.getAndAdd(this, 0);
        }

        @Actor
        public void actor2(II_Result r) {
            Y.getAndAdd(this, 1);
            r.r2 = (int) X.getAndAdd(this, 0);
        }
    }

    @JCStressTest
    @State
    public static class ThreeThreads {
        int x, y, z;

        @Actor
        public void actor1(III_Result r) {
            x = 1;
            r.r1 = y;
        }

        @Actor
        public void actor2(III_Result r) {
            y = 1;
            r.r2 = z;
        }

        @Actor
        public void actor3(III_Result r) {
            z = 1;
            r.r3 = x;
        }
    }
}
