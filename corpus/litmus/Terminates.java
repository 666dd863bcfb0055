// Will the loop ever see it?
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.*;
import org.openjdk.jcstress.infra.results.*;

public class Terminates {
    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE)
    @Outcome(id = "STALE", expect = Expect.ACCEPTABLE_INTERESTING, desc = "The loop may have read it once and for all")
    @State
    public static class PlainSpin {
        boolean ready;

        @Actor
        public void spin() {
            while (!ready) {
            }
        }

        @Signal
        public void signal() {
            ready = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE)
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN)
    @State
    public static class VolatileSpin {
        volatile boolean ready;

        @Actor
        public void spin() {
            while (!ready) {
            }
        }

        @Signal
        public void signal() {
            ready = true;
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE)
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN, desc = "Opaque writes are seen in the end")
    @State
    public static class OpaqueSpin {
        static final VarHandle R;

        static {
            try {
                R = MethodHandles.lookup().findVarHandle(OpaqueSpin.class, "ready", boolean.class);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        boolean ready;

        @Actor
        public void spin() {
            while (!(boolean) R.getOpaque(this)) {
            }
        }

        @Signal
        public void signal() {
            R.setOpaque(this, true);
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE)
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN)
    @State
    public static class LockedSpin {
        boolean ready;

        @Actor
        public void spin() {
            while (true) {
                synchronized (this) {
                    if (ready) {
                        return;
                    }
                }
            }
        }

        @Signal
        public void signal() {
            synchronized (this) {
                ready = true;
            }
        }
    }

    @JCStressTest(Mode.Termination)
    @Outcome(id = "TERMINATED", expect = Expect.ACCEPTABLE)
    @Outcome(id = "STALE", expect = Expect.FORBIDDEN)
    @State
    public static class InterruptSpin {
        @Actor
        public void spin() {
            while (!Thread.interrupted()) {
            }
        }

        @Signal
        public void signal(Thread runner) {
            runner.interrupt();
        }
    }
}
