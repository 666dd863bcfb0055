// What every program may rely on: atomic accesses, coherence, causality, consensus.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

import static org.openjdk.jcstress.annotations.Expect.*;

public class Basics {
    @JCStressTest
    @Outcome(id = "-1", expect = ACCEPTABLE, desc = "Nothing published yet")
    @Outcome(id = "0", expect = ACCEPTABLE_INTERESTING, desc = "The field's default")
    @Outcome(id = "7", expect = ACCEPTABLE, desc = "All of it")
    @State
    public static class RacyHolder {
        static class Holder {
            int content;

            Holder(int content) {
                this.content = content;
            }
        }

        Holder shared;

        @Actor
        public void publisher() {
            shared = new Holder(7);
        }

        @Actor
        public void reader(I_Result r) {
            Holder seen = shared;
            r.r1 = seen == null ? -1 : seen.content;
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE, desc = "Before or after")
    @Outcome(expect = FORBIDDEN, desc = "An int never tears")
    @State
    public static class WholeInt {
        int v;

        @Actor
        public void write() {
            v = 0xFFFFFFFF;
        }

        @Actor
        public void read(I_Result r) {
            r.r1 = v;
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE, desc = "Before or after")
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Half of it")
    @State
    public static class TornLong {
        long v;

        @Actor
        public void write() {
            v = 0xFFFFFFFF_FFFFFFFFL;
        }

        @Actor
        public void read(J_Result r) {
            r.r1 = v;
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN)
    @State
    public static class VolatileLong {
        volatile long v;

        @Actor
        public void write() {
            v = -1L;
        }

        @Actor
        public void read(J_Result r) {
            r.r1 = v;
        }
    }

    @JCStressTest
    @Outcome(id = {"0", "-1"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN, desc = "Opaque accesses are whole")
    @State
    public static class OpaqueLong {
        static final VarHandle V;

        static {
            try {
                V = MethodHandles.lookup().findVarHandle(OpaqueLong.class, "v", long.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        long v;

        @Actor
        public void write() {
            V.setOpaque(this, -1L);
        }

        @Actor
        public void read(J_Result r) {
            r.r1 = (long) V.getOpaque(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0.0", "1.5"}, expect = ACCEPTABLE)
    @Outcome(expect = ACCEPTABLE_INTERESTING, desc = "Half of it")
    @State
    public static class TornDouble {
        double v;

        @Actor
        public void write() {
            v = 1.5;
        }

        @Actor
        public void read(D_Result r) {
            r.r1 = v;
        }
    }

    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN, desc = "Neighbours do not disturb each other")
    @State
    public static class NeighbourBytes {
        final byte[] bytes = new byte[2];

        @Actor
        public void first() {
            bytes[0] = 1;
        }

        @Actor
        public void second() {
            bytes[1] = 2;
        }

        @Arbiter
        public void both(BB_Result r) {
            r.r1 = bytes[0];
            r.r2 = bytes[1];
        }
    }

    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE)
    @Outcome(id = {"false, true", "true, false"}, expect = ACCEPTABLE_INTERESTING, desc = "One word, one update lost")
    @Outcome(id = "false, false", expect = ACCEPTABLE_INTERESTING, desc = "Each read sees the other's write")
    @State
    public static class NeighbourBits {
        final BitSet bits = new BitSet(8);

        @Actor
        public void first() {
            bits.set(0);
        }

        @Actor
        public void second() {
            bits.set(1);
        }

        @Arbiter
        public void both(ZZ_Result r) {
            r.r1 = bits.get(0);
            r.r2 = bits.get(1);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING, desc = "The second read is older")
    @State
    public static class SameRead {
        static class Cell {
            int a;
        }

        final Cell one = new Cell();
        final Cell two = one;

        @Actor
        public void write() {
            one.a = 1;
        }

        @Actor
        public void read(II_Result r) {
            Cell x = one;
            Cell y = two;
            r.r1 = x.a;
            r.r2 = y.a;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "0, 1", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Opaque accesses are coherent")
    @State
    public static class SameReadOpaque {
        static final VarHandle A;

        static {
            try {
                A = MethodHandles.lookup().findVarHandle(SameReadOpaque.class, "a", int.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        int a;

        @Actor
        public void write() {
            A.setOpaque(this, 1);
        }

        @Actor
        public void read(II_Result r) {
            r.r1 = (int) A.getOpaque(this);
            r.r2 = (int) A.getOpaque(this);
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 1", "0, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING)
    @State
    public static class CausalityPlain {
        int x;
        int y;

        @Actor
        public void actor1() {
            x = 1;
            y = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 1", "0, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = FORBIDDEN)
    @State
    public static class CausalityVolatileGuard {
        int x;
        volatile int y;

        @Actor
        public void actor1() {
            x = 1;
            y = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 0", "1, 1", "0, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "1, 0", expect = ACCEPTABLE_INTERESTING, desc = "The volatile is written too early")
    @State
    public static class MisplacedVolatile {
        volatile int x;
        int y;

        @Actor
        public void actor1() {
            x = 1;
            y = 1;
        }

        @Actor
        public void actor2(II_Result r) {
            r.r1 = y;
            r.r2 = x;
        }
    }

    @JCStressTest
    @Outcome(id = {"0, 1", "1, 0", "1, 1"}, expect = ACCEPTABLE)
    @Outcome(id = "0, 0", expect = ACCEPTABLE_INTERESTING, desc = "Acquire and release do not give consensus")
    @State
    public static class ConsensusAcquireRelease {
        static final VarHandle X;
        static final VarHandle Y;

        static {
            try {
                MethodHandles.Lookup l = MethodHandles.lookup();
                X = l.findVarHandle(ConsensusAcquireRelease.class, "x", int.class);
                Y = l.findVarHandle(ConsensusAcquireRelease.class, "y", int.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        int x;
        int y;

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
    @Outcome(id = {"0, 1", "1, 0"}, expect = ACCEPTABLE)
    @Outcome(id = {"0, 0", "1, 1"}, expect = FORBIDDEN)
    @State
    public static class ConsensusSynchronized {
        int x;
        int y;

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
    @Outcome(id = "0, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN, desc = "Out of thin air")
    @State
    public static class ThinAir {
        int x;
        int y;

        @Actor
        public void actor1(II_Result r) {
            int a = x;
            y = a;
            r.r1 = a;
        }

        @Actor
        public void actor2(II_Result r) {
            int b = y;
            x = b;
            r.r2 = b;
        }
    }

    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN, desc = "Neither writes unless the other did")
    @State
    public static class ThinAirBranches {
        int x;
        int y;

        @Actor
        public void actor1(II_Result r) {
            if (x == 1) {
                r.r1 = 1;
                y = 1;
            }
        }

        @Actor
        public void actor2(II_Result r) {
            if (y == 1) {
                r.r2 = 1;
                x = 1;
            }
        }
    }

    @JCStressTest
    @Outcome(id = {"-1", "42"}, expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN, desc = "A racy cache of equal strings is benign")
    @State
    public static class BenignCache {
        static final class Value {
            final int number;

            Value(int number) {
                this.number = number;
            }
        }

        Value cached;

        Value get() {
            Value v = cached;
            if (v == null) {
                v = new Value(42);
                cached = v;
            }
            return v;
        }

        @Actor
        public void actor1(I_Result r) {
            r.r1 = get().number;
        }

        @Actor
        public void actor2() {
            get();
        }
    }

    @JCStressTest
    @Outcome(id = {"-1, -1", "1, 2"}, expect = ACCEPTABLE)
    @Outcome(id = {"1, 0"}, expect = ACCEPTABLE_INTERESTING, desc = "Only the final field is safe")
    @Outcome(expect = FORBIDDEN)
    @State
    public static class OneFinalOnePlain {
        static final class Pair {
            final int a;
            int b;

            Pair() {
                a = 1;
                b = 2;
            }
        }

        Pair pair;

        @Actor
        public void actor1() {
            pair = new Pair();
        }

        @Actor
        public void actor2(II_Result r) {
            Pair p = pair;
            if (p == null) {
                r.r1 = -1;
                r.r2 = -1;
            } else {
                r.r1 = p.a;
                r.r2 = p.b;
            }
        }
    }
}
