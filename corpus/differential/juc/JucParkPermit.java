import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

public class JucParkPermit {
    static class FifoMutex {
        private final AtomicBoolean locked = new AtomicBoolean();
        private final ConcurrentLinkedQueue<Thread> waiters = new ConcurrentLinkedQueue<>();

        void lock() {
            boolean interrupted = false;
            Thread me = Thread.currentThread();
            waiters.add(me);
            while (waiters.peek() != me || !locked.compareAndSet(false, true)) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    interrupted = true;
                }
            }
            waiters.remove();
            if (interrupted) {
                me.interrupt();
            }
        }

        void unlock() {
            locked.set(false);
            LockSupport.unpark(waiters.peek());
        }
    }

    static volatile int stage;
    static volatile Object data;

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        // permits do not add up
        for (int i = 0; i < 5; i++) {
            LockSupport.unpark(main);
        }
        LockSupport.park();
        LockSupport.parkNanos(2_000_000);
        System.out.println("one permit only");
        LockSupport.unpark(main);
        LockSupport.parkNanos(Long.MAX_VALUE);
        System.out.println("permit ends parkNanos");
        LockSupport.unpark(main);
        LockSupport.parkUntil(Long.MAX_VALUE);
        System.out.println("permit ends parkUntil");
        LockSupport.parkUntil(System.currentTimeMillis() + 3);
        LockSupport.parkUntil(this_(), System.currentTimeMillis() + 3);
        LockSupport.parkNanos(this_(), 1000);
        System.out.println("timed parks return, blocker " + LockSupport.getBlocker(main));

        // a permit may be given by the thread itself, and survives other blocking
        LockSupport.unpark(main);
        Thread.sleep(1);
        synchronized (main) {
            main.wait(1);
        }
        LockSupport.park();
        System.out.println("permit survived sleep and wait");

        FifoMutex m = new FifoMutex();
        int[] n = new int[1];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 25; j++) {
                    m.lock();
                    int v = n[0];
                    Thread.yield();
                    n[0] = v + 1;
                    m.unlock();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("n " + n[0]);

        // hand-over by park and unpark only
        StringBuilder log = new StringBuilder();
        Thread[] ab = new Thread[2];
        for (int i = 0; i < 2; i++) {
            final int me = i;
            ab[i] = new Thread(() -> {
                for (int r = 0; r < 5; r++) {
                    while (stage % 2 != me) {
                        LockSupport.park();
                    }
                    log.append((char) ('A' + me));
                    stage++;
                    LockSupport.unpark(ab[1 - me]);
                }
            });
        }
        ab[0].start();
        ab[1].start();
        ab[0].join();
        ab[1].join();
        System.out.println(log + " " + stage);

        // one producer, a consumer parked with a blocker
        Object blocker = "the blocker";
        String[] got = new String[1];
        Thread c = new Thread(() -> {
            while (data == null) {
                LockSupport.park(blocker);
            }
            got[0] = String.valueOf(data);
        });
        c.start();
        while (LockSupport.getBlocker(c) == null) {
            Thread.yield();
        }
        System.out.println("blocked by " + LockSupport.getBlocker(c));
        data = 77;
        LockSupport.unpark(c);
        c.join();
        System.out.println(got[0] + " " + LockSupport.getBlocker(c));
        LockSupport.setCurrentBlocker("mine");
        System.out.println(LockSupport.getBlocker(main));
        LockSupport.setCurrentBlocker(null);
        System.out.println(LockSupport.getBlocker(main));
    }

    static Object this_() {
        return JucParkPermit.class;
    }
}
