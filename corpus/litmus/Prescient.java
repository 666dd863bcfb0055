// What stores ahead of their assigns add to the model of the first specification (section 17.8 there).
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

import static org.openjdk.jcstress.annotations.Expect.*;

public class Prescient {
    @JCStressTest
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class ConstantAfterRead {
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = x;
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = y;
            x = 1;
        }
    }

    @JCStressTest
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class LockInBetween {
        int x, y;
        final Object a = new Object(), b = new Object();

        @Actor
        public void one(II_Result r) {
            r.r1 = x;
            synchronized (a) {
                y = 1;
            }
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = y;
            synchronized (b) {
                x = 1;
            }
        }
    }

    @JCStressTest
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class DeadStore {
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = y;
            x = 1;
            x = 2;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = x;
            y = r.r2 == 2 ? 1 : 0;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class DependsOnRead {
        int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = x;
            y = r.r1;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = y;
            x = r.r2;
        }
    }

    @JCStressTest
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class OwnLoadInBetween {
        int x, y;

        @Actor
        public void one(III_Result r) {
            r.r1 = x;
            r.r3 = y;
            y = 1;
        }

        @Actor
        public void two(III_Result r) {
            r.r2 = y;
            x = 1;
        }
    }

    @JCStressTest
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class SometimesNot {
        int x, y, z;

        @Actor
        public void one(III_Result r) {
            r.r1 = x;
            if (r.r1 == 0) {
                y = 1;
            }
        }

        @Actor
        public void two(III_Result r) {
            r.r2 = y;
            x = r.r2;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 1", expect = FORBIDDEN)
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class Volatile {
        volatile int x, y;

        @Actor
        public void one(II_Result r) {
            r.r1 = x;
            y = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r2 = y;
            x = 1;
        }
    }
}
