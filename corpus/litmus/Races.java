// What threads see of objects that they got by a race, and other things published tests look at.
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

import static org.openjdk.jcstress.annotations.Expect.*;

public class Races {
    @JCStressTest
    @Outcome(id = {"-1", "42"}, expect = ACCEPTABLE)
    @Outcome(id = "0", expect = ACCEPTABLE_INTERESTING)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class VolatileFieldOfRacyObject {
        static class Box {
            volatile int value;

            Box() {
                value = 42;
            }
        }

        Box box;

        @Actor
        public void write() {
            box = new Box();
        }

        @Actor
        public void read(I_Result r) {
            Box seen = box;
            r.r1 = seen == null ? -1 : seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "1"}, expect = ACCEPTABLE)
    @Outcome(id = "0", expect = ACCEPTABLE_INTERESTING)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class RacyAtomic {
        AtomicInteger atomic;

        @Actor
        public void write() {
            atomic = new AtomicInteger(1);
        }

        @Actor
        public void read(I_Result r) {
            AtomicInteger seen = atomic;
            r.r1 = seen == null ? -1 : seen.get();
        }
    }

    @JCStressTest
    @Outcome(id = "42, 0", expect = FORBIDDEN)
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class VolatileFieldTwice {
        static class Box {
            volatile int value;

            Box() {
                value = 42;
            }
        }

        Box box;

        @Actor
        public void write() {
            box = new Box();
        }

        @Actor
        public void read(II_Result r) {
            Box seen = box;
            if (seen != null) {
                r.r1 = seen.value;
                r.r2 = seen.value;
            }
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "42"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class VolatilePublication {
        static class Box {
            volatile int value;

            Box() {
                value = 42;
            }
        }

        volatile Box box;

        @Actor
        public void write() {
            box = new Box();
        }

        @Actor
        public void read(I_Result r) {
            Box seen = box;
            r.r1 = seen == null ? -1 : seen.value;
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "1"}, expect = ACCEPTABLE)
    @Outcome(id = "0", expect = ACCEPTABLE_INTERESTING)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class RacyBuilder {
        StringBuilder text;

        @Actor
        public void write() {
            StringBuilder made = new StringBuilder();
            made.append("x");
            text = made;
        }

        @Actor
        public void read(I_Result r) {
            StringBuilder seen = text;
            r.r1 = seen == null ? -1 : seen.length();
        }
    }

    @JCStressTest
    @Outcome(id = {"null", "x1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class RacyText {
        int number = 1;
        String text;

        @Actor
        public void write() {
            text = "x" + number;
        }

        @Actor
        public void read(L_Result r) {
            r.r1 = text;
        }
    }

    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE)
    @Outcome(id = {"false, true", "true, false"}, expect = ACCEPTABLE_INTERESTING)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class BitsOfOneWord {
        final BitSet bits = new BitSet();

        @Actor
        public void one() {
            bits.set(0);
        }

        @Actor
        public void two() {
            bits.set(1);
        }

        @Arbiter
        public void arbiter(ZZ_Result r) {
            r.r1 = bits.get(0);
            r.r2 = bits.get(1);
        }
    }

    @JCStressTest
    @Outcome(id = "true, 0", expect = FORBIDDEN)
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class InterruptOrders {
        volatile Thread thread;
        int data;

        @Actor
        public void one(ZI_Result r) {
            thread = Thread.currentThread();
            r.r1 = Thread.currentThread().isInterrupted();
            r.r2 = data;
        }

        @Actor
        public void two() {
            Thread seen = thread;
            data = 1;
            if (seen != null) {
                seen.interrupt();
            }
        }
    }

    @JCStressTest
    @Outcome(expect = ACCEPTABLE)
    @State
    public static class FirstUseOfClass {
        static class Late {
            static int[] made = new int[1];
        }

        int data;

        @Actor
        public void one() {
            data = 1;
            Late.made[0] = 1;
        }

        @Actor
        public void two(II_Result r) {
            r.r1 = Late.made[0];
            r.r2 = data;
        }
    }
}
