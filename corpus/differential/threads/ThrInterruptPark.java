import java.util.concurrent.locks.LockSupport;

public class ThrInterruptPark {
    static volatile boolean ready;
    static volatile boolean stop;

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        // with the flag set park returns at once and leaves the flag alone
        main.interrupt();
        LockSupport.park();
        System.out.println("returned, flag " + main.isInterrupted());
        LockSupport.park();
        LockSupport.parkNanos(1_000_000_000_000L);
        LockSupport.parkUntil(Long.MAX_VALUE);
        LockSupport.park("blocker");
        System.out.println("again, flag " + main.isInterrupted());
        System.out.println("clear " + Thread.interrupted() + " now " + main.isInterrupted());

        // the interrupt gave a permit, too, or not: drain it either way
        LockSupport.parkNanos(1);

        // a permit given before is kept
        LockSupport.unpark(main);
        LockSupport.unpark(main);
        LockSupport.park();
        System.out.println("permit used");
        LockSupport.parkNanos(5_000_000);
        System.out.println("second permit was not stored");

        StringBuilder sb = new StringBuilder();
        Thread t = new Thread(() -> {
            ready = true;
            int rounds = 0;
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
                rounds++;
            }
            sb.append("out after some rounds ").append(rounds >= 0);
            sb.append(" flag ").append(Thread.interrupted());
            while (!stop) {
                LockSupport.park();
            }
            sb.append(" stopped flag ").append(Thread.interrupted());
        });
        t.start();
        while (!ready) {
            Thread.onSpinWait();
        }
        t.interrupt();
        while (t.isInterrupted()) {
            Thread.yield();
        }
        stop = true;
        LockSupport.unpark(t);
        t.join();
        System.out.println(sb);

        // unpark of nothing, of an unstarted and of a dead thread
        LockSupport.unpark(null);
        LockSupport.unpark(t);
        LockSupport.unpark(new Thread(() -> { }));
        System.out.println("unpark harmless");

        // zero and negative do not block
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-1);
        LockSupport.parkUntil(0);
        System.out.println("no waiting");

        // settled in park
        Object blocker = new Object();
        Thread p = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park(blocker);
            }
        });
        p.start();
        while (LockSupport.getBlocker(p) != blocker || p.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        System.out.println("parked " + p.getState());
        p.interrupt();
        p.join();
        System.out.println("blocker after " + LockSupport.getBlocker(p));
        try {
            LockSupport.getBlocker(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
