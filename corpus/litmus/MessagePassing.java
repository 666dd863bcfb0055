// One thread writes data and then a flag; another reads the flag and then the data.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

class MessagePassing {
    @JCStressTest
    @State
    public static class Plain {
        int data, ready;

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            ready = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = ready;
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class Volatile {
        int data;
        volatile int ready;

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            ready = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = ready;
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class VolatileData {
        volatile int data;
        int ready;

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            ready = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = ready;
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class ReleaseAcquire {
        int data, ready;

        static final VarHandle READY;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                READY = lookup.findVarHandle(ReleaseAcquire.class, "ready", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            READY.setRelease(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) READY.getAcquire(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class ReleaseOpaque {
        int data, ready;

        static final VarHandle READY;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                READY = lookup.findVarHandle(ReleaseOpaque.class, "ready", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            READY.setRelease(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) READY.getOpaque(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class OpaqueAcquire {
        int data, ready;

        static final VarHandle READY;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                READY = lookup.findVarHandle(OpaqueAcquire.class, "ready", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            READY.setOpaque(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) READY.getAcquire(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class Opaque {
        int data, ready;

        static final VarHandle READY;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                READY = lookup.findVarHandle(Opaque.class, "ready", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            READY.setOpaque(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) READY.getOpaque(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class ReleaseVolatile {
        int data, ready;

        static final VarHandle READY;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                READY = lookup.findVarHandle(ReleaseVolatile.class, "ready", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            READY.setRelease(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) READY.getVolatile(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class VolatileAcquire {
        int data, ready;

        static final VarHandle READY;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                READY = lookup.findVarHandle(VolatileAcquire.class, "ready", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            READY.setVolatile(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = (int) READY.getAcquire(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class Fences {
        int data, ready;

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            VarHandle.releaseFence();
            ready = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = ready;
            VarHandle.acquireFence();
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class ReleaseFenceOnly {
        int data, ready;

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            VarHandle.releaseFence();
            ready = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = ready;
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class Locks {
        int data, ready;

        @Actor
        public void actor1(II_Result r) {
            synchronized (this) {
                data = 1;
                ready = 1;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            synchronized (this) {
                r.r1 = ready;
            }
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class LockedFlag {
        int data, ready;

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            synchronized (this) {
                ready = 1;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            synchronized (this) {
                r.r1 = ready;
            }
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class LazySet {
        int data;
        final java.util.concurrent.atomic.AtomicInteger ready = new java.util.concurrent.atomic.AtomicInteger();

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            ready.lazySet(1);
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = ready.get();
            r.r2 = data;
        }
    }

    @JCStressTest
    @State
    public static class Chain {
        int data;
        volatile int first, second;

        @Actor
        public void actor1(III_Result r) {
            data = 1;
            first = 1;
        }

        @Actor
        public void actor2(III_Result r) {
            r.r1 = first;
            second = 1;
        }

        @Actor
        public void actor3(III_Result r) {
            r.r2 = second;
            r.r3 = data;
        }
    }

    @JCStressTest
    @State
    public static class ReleaseSequence {
        int data, ready;

        static final VarHandle READY;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.lookup();
                READY = lookup.findVarHandle(ReleaseSequence.class, "ready", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        @Actor
        public void actor1(II_Result r) {
            data = 1;
            READY.setRelease(this, 1);
        }

        @Actor
        public void actor2(II_Result r) {
            READY.getAndAdd(this, 1);
        }

        @Actor
        public void actor3(II_Result r) {
            r.r1 = (int) READY.getAcquire(this);
            r.r2 = data;
        }
    }
}
