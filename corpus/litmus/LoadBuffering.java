// Each thread reads one variable and then writes the other.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class LoadBuffering {
    @JCStressTest
    @State
    public static class Plain {
        int x, y;

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
    @State
    public static class Volatile {
        volatile int x, y;

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
    @State
    public static class OneVolatile {
        volatile int x;
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
    @State
    public static class DataDependent {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int a = x;
            r.r1 = a;
            y = a;
        }

        @Actor
        public void actor2(II_Result r) {
            int b = y;
            r.r2 = b;
            x = b;
        }
    }

    @JCStressTest
    @State
    public static class OneDependent {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int a = x;
            r.r1 = a;
            y = a;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = y;
            x = 1;
        }
    }

    @JCStressTest
    @State
    public static class ControlDependent {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int a = x;
            r.r1 = a;
            if (a == 1) {
                y = 1;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            int b = y;
            r.r2 = b;
            if (b == 1) {
                x = 1;
            }
        }
    }

    @JCStressTest
    @State
    public static class FakeDependency {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            int a = x;
            r.r1 = a;
            if (a == 1) {
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
            r.r1 = (int) X.getOpaque(this);
            Y.setOpaque(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = (int) Y.getOpaque(this);
            X.setOpaque(this, 1);
        }
    }

    @JCStressTest
    @State
    public static class AcquireRelease {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(AcquireRelease.class, "x", int.class);
                Y = lookup.findVarHandle(AcquireRelease.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

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
    @State
    public static class AcquireOpaque {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(AcquireOpaque.class, "x", int.class);
                Y = lookup.findVarHandle(AcquireOpaque.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = (int) X.getAcquire(this);
            Y.setOpaque(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = (int) Y.getAcquire(this);
            X.setOpaque(this, 1);
        }
    }

    @JCStressTest
    @State
    public static class OpaqueRelease {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(OpaqueRelease.class, "x", int.class);
                Y = lookup.findVarHandle(OpaqueRelease.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            Y.setRelease(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = (int) Y.getOpaque(this);
            X.setRelease(this, 1);
        }
    }

    @JCStressTest
    @State
    public static class Locks {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            synchronized (this) {
                r.r1 = x;
            }
            synchronized (this) {
                y = 1;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            synchronized (this) {
                r.r2 = y;
            }
            synchronized (this) {
                x = 1;
            }
        }
    }
}
