// Several accesses to one variable, and the order of writes.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class Coherence {
    @JCStressTest
    @State
    public static class ReadRead {
        int x;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = x;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class ReadReadVolatile {
        volatile int x;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = x;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class ReadReadOpaque {
        int x;

        static final VarHandle X;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(ReadReadOpaque.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            X.setOpaque(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class TwoWriters {
        int x;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            x = 2;
        }

        @Actor
        public void actor3(II_Result r) {
            r.r1 = x;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class TwoWritersOpaque {
        int x;

        static final VarHandle X;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(TwoWritersOpaque.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            X.setOpaque(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            X.setOpaque(this, 2);
        }

        @Actor
        public void actor3(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class WriteRead {
        int x;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
            r.r1 = x;
        }

        @Actor
        public void actor2(II_Result r) {
            x = 2;
            r.r2 = x;
        }
    }

    @JCStressTest
    @State
    public static class ReadWrite {
        int x;

        @Actor
        public void actor1(II_Result r) {
            r.r1 = x;
            x = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = x;
            x = 2;
        }
    }

    @JCStressTest
    @State
    public static class ReadWriteOpaque {
        int x;

        static final VarHandle X;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(ReadWriteOpaque.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            X.setOpaque(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r2 = (int) X.getOpaque(this);
            X.setOpaque(this, 2);
        }
    }

    @JCStressTest
    @State
    public static class Disagreement {
        int x;

        static final VarHandle X;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(Disagreement.class, "x", int.class);
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
            X.setOpaque(this, 2);
        }

        @Actor
        public void actor3(IIII_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) X.getOpaque(this);
        }

        @Actor
        public void actor4(IIII_Result r) {
            r.r3 = (int) X.getOpaque(this);
            r.r4 = (int) X.getOpaque(this);
        }
    }

    @JCStressTest
    @State
    public static class TwoPlusTwo {
        int x, y;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
            y = 2;
        }

        @Actor
        public void actor2(II_Result r) {
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
    @State
    public static class TwoPlusTwoVolatile {
        volatile int x, y;

        @Actor
        public void actor1(II_Result r) {
            x = 1;
            y = 2;
        }

        @Actor
        public void actor2(II_Result r) {
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
    @State
    public static class TwoPlusTwoRelease {
        int x, y;

        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                X = lookup.findVarHandle(TwoPlusTwoRelease.class, "x", int.class);
                Y = lookup.findVarHandle(TwoPlusTwoRelease.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            X.setRelease(this, 1);
            Y.setRelease(this, 2);
        }

        @Actor
        public void actor2(II_Result r) {
            Y.setRelease(this, 1);
            X.setRelease(this, 2);
        }

        @Arbiter
        public void arbiter(II_Result r) {
            r.r1 = (int) X.getOpaque(this);
            r.r2 = (int) Y.getOpaque(this);
        }
    }
}
