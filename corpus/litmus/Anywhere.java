import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.Ref;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** Memory is followed whoever's code accesses it, loops that end are no spinning, time-outs fire, fences keep loads in order. */
public class Anywhere {
    @JCStressTest
    @Outcome(id = {"0", "1", "2", "3", "4", "5"}, expect = Expect.ACCEPTABLE)
    @State
    @Ref("one")
    @Ref("two")
    public static class CountedReads {
        int x;

        int get() {
            return x;
        }

        @Actor
        public void write() {
            x = 1;
        }

        @Actor
        public void count(I_Result r) {
            int seen = 0;
            for (int i = 0; i < 5; i++) {
                seen += get();
            }
            r.r1 = seen;
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "7"}, expect = Expect.ACCEPTABLE)
    @State
    public static class Reflective {
        int x;

        @Actor
        public void write() throws Exception {
            Field field = Reflective.class.getDeclaredField("x");
            field.setInt(this, 7);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 5", "5, 0", "5, 5"}, expect = Expect.ACCEPTABLE)
    @State
    public static class LongCopy {
        final int[] from = new int[100];
        final int[] to = new int[100];

        {
            from[3] = 5;
            from[97] = 5;
        }

        @Actor
        public void copy() {
            System.arraycopy(from, 0, to, 0, 100);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = to[3];
            r.r2 = to[97];
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "2"}, expect = Expect.ACCEPTABLE)
    @State
    public static class SharedBuilder {
        final StringBuilder text = new StringBuilder();

        @Actor
        public void write() {
            text.setLength(2);
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = text.length();
        }
    }

    @JCStressTest
    @Outcome(id = {"true", "false"}, expect = Expect.ACCEPTABLE)
    @State
    public static class TimedAwait {
        final CountDownLatch latch = new CountDownLatch(1);

        @Actor
        public void open() {
            latch.countDown();
        }

        @Actor
        public void await(Z_Result r) throws InterruptedException {
            r.r1 = latch.await(1, TimeUnit.SECONDS);
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "1"}, expect = Expect.ACCEPTABLE)
    @State
    public static class TimedJoin {
        int x;
        final Thread other = new Thread(() -> x = 1);

        @Actor
        public void start() {
            other.start();
        }

        @Actor
        public void join(I_Result r) throws InterruptedException {
            other.join(10);
            r.r1 = x;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN)
    @Outcome(expect = Expect.ACCEPTABLE)
    @State
    public static class FencedLoads {
        int x;

        @Actor
        public void write() {
            x = 1;
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = x;
            VarHandle.loadLoadFence();
            r.r2 = x;
        }
    }

    /** A method that is only called like a weak compare-and-set. */
    @JCStressTest
    @Outcome(id = "1, 20, 0", expect = Expect.ACCEPTABLE)
    @State
    public static class StrongByAnotherName {
        static final VarHandle X;

        static {
            try {
                X = MethodHandles.lookup().findVarHandle(StrongByAnotherName.class, "x", int.class);
            } catch (ReflectiveOperationException e) {
                throw new ExceptionInInitializerError(e);
            }
        }

        int x;

        boolean weakCompareAndSetOwn(int from, int to) {
            return X.compareAndSet(this, from, to);
        }

        @Actor
        public void set(III_Result r) {
            r.r1 = weakCompareAndSetOwn(0, 20) ? 1 : 0;
            r.r2 = x;
        }

        @Actor
        public void nothing() {
        }
    }
}
