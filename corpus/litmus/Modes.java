// Atomic updates in all modes of VarHandle: atomic always, ordered only as the mode says.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

import static org.openjdk.jcstress.annotations.Expect.*;

public class Modes {
    static VarHandle handle(Class<?> of, String field, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(of, MethodHandles.lookup()).findVarHandle(of, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class ReleaseUpdateAcquireFailure {
        static final VarHandle X = handle(ReleaseUpdateAcquireFailure.class, "x", int.class);
        static final VarHandle Y = handle(ReleaseUpdateAcquireFailure.class, "y", int.class);
        int x, y;

        @Actor
        public void one(II_Result r) {
            X.getAndSetRelease(this, 1);
            r.r1 = (int) Y.compareAndExchangeAcquire(this, 5, 6);
        }

        @Actor
        public void two(II_Result r) {
            Y.getAndSetRelease(this, 1);
            r.r2 = (int) X.compareAndExchangeAcquire(this, 5, 6);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class ReleaseUpdateAcquireUpdate {
        static final VarHandle X = handle(ReleaseUpdateAcquireUpdate.class, "x", int.class);
        static final VarHandle Y = handle(ReleaseUpdateAcquireUpdate.class, "y", int.class);
        int x, y;

        @Actor
        public void one(II_Result r) {
            X.setRelease(this, 1);
            r.r1 = (int) Y.getAndAddAcquire(this, 0);
        }

        @Actor
        public void two(II_Result r) {
            Y.setRelease(this, 1);
            r.r2 = (int) X.getAndAddAcquire(this, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "0, 0", expect = FORBIDDEN)
    @State
    public static class VolatileUpdates {
        static final VarHandle X = handle(VolatileUpdates.class, "x", int.class);
        static final VarHandle Y = handle(VolatileUpdates.class, "y", int.class);
        int x, y;

        @Actor
        public void one(II_Result r) {
            X.getAndSet(this, 1);
            r.r1 = (int) Y.getAndAdd(this, 0);
        }

        @Actor
        public void two(II_Result r) {
            Y.getAndSet(this, 1);
            r.r2 = (int) X.getAndAdd(this, 0);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class AtomicWhateverTheMode {
        static final VarHandle X = handle(AtomicWhateverTheMode.class, "x", int.class);
        int x;

        @Actor
        public void one(II_Result r) {
            r.r1 = (int) X.getAndAddAcquire(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = (int) X.getAndAddRelease(this, 1);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class AtomicAgainstVolatile {
        static final VarHandle X = handle(AtomicAgainstVolatile.class, "x", int.class);
        int x;

        @Actor
        public void one(II_Result r) {
            r.r1 = (int) X.getAndAdd(this, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = (int) X.getAndAddRelease(this, 1);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class PlainCasOrdersNothing {
        static final VarHandle FLAG = handle(PlainCasOrdersNothing.class, "flag", int.class);
        int flag;
        int data;

        @Actor
        public void one() {
            data = 1;
            FLAG.weakCompareAndSetPlain(this, 0, 1);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) FLAG.getAcquire(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @Outcome(id = {"false, 0", "false, 1", "true, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "true, 0", expect = FORBIDDEN)
    @State
    public static class ReleaseCasPublishes {
        static final VarHandle FLAG = handle(ReleaseCasPublishes.class, "flag", int.class);
        int flag;
        int data;

        @Actor
        public void one() {
            data = 1;
            FLAG.compareAndExchangeRelease(this, 0, 1);
        }

        @Actor
        public void two(ZI_Result r) {
            r.r1 = FLAG.weakCompareAndSetAcquire(this, 1, 2);
            r.r2 = data;
        }
    }

    @JCStressTest
    @Outcome(id = {"false, 0", "false, 1", "true, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "true, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class ReleaseCasDoesNotAcquire {
        static final VarHandle FLAG = handle(ReleaseCasDoesNotAcquire.class, "flag", int.class);
        int flag;
        int data;

        @Actor
        public void one() {
            data = 1;
            FLAG.setRelease(this, 1);
        }

        @Actor
        public void two(ZI_Result r) {
            r.r1 = (int) FLAG.compareAndExchangeRelease(this, 1, 2) == 1;
            r.r2 = data;
        }
    }

    @JCStressTest
    @Outcome(id = "2, 0", expect = FORBIDDEN)
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class UpdatesPassReleasesOn {
        static final VarHandle FLAG = handle(UpdatesPassReleasesOn.class, "flag", int.class);
        int flag;
        int data;

        @Actor
        public void one() {
            data = 1;
            FLAG.setRelease(this, 1);
        }

        @Actor
        public void three() {
            FLAG.weakCompareAndSetPlain(this, 1, 2);
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = (int) FLAG.getAcquire(this);
            r.r2 = data;
        }
    }

    @JCStressTest
    @Outcome(id = {"1, 2", "2, 1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class SpinLockAcquireRelease {
        static final VarHandle LOCK = handle(SpinLockAcquireRelease.class, "lock", int.class);
        int lock;
        int count;

        int increment() {
            while (!LOCK.weakCompareAndSetAcquire(this, 0, 1)) {
                Thread.onSpinWait();
            }
            int now = ++count;
            LOCK.setRelease(this, 0);
            return now;
        }

        @Actor
        public void one(II_Result r) {
            r.r1 = increment();
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = increment();
        }
    }
}
