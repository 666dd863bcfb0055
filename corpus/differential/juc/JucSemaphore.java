import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucSemaphore {
    static class Open extends Semaphore {
        Open(int n) {
            super(n);
        }

        void shrink(int n) {
            reducePermits(n);
        }
    }

    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        } catch (Error e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        Semaphore s = new Semaphore(3);
        System.out.println(s.availablePermits() + " " + s.isFair() + " " + new Semaphore(1, true).isFair());
        s.acquire();
        s.acquire(2);
        System.out.println(s.tryAcquire() + " " + s.tryAcquire(0) + " " + s.tryAcquire(2, TimeUnit.MILLISECONDS) + " "
                + s.tryAcquire(5, 2, TimeUnit.MILLISECONDS));
        s.release(5);
        System.out.println(s.availablePermits() + " " + s.tryAcquire(5) + " " + s.availablePermits());
        s.release();
        s.release();
        System.out.println(s.drainPermits() + " " + s.drainPermits());
        bad("acquire -1", () -> s.acquireUninterruptibly(-1));
        bad("release -1", () -> s.release(-1));
        bad("overflow", () -> new Semaphore(Integer.MAX_VALUE).release());
        Semaphore neg = new Semaphore(-2);
        System.out.println(neg.availablePermits() + " " + neg.tryAcquire());
        neg.release(3);
        System.out.println(neg.tryAcquire() + " " + neg.availablePermits());
        Open o = new Open(2);
        o.shrink(5);
        System.out.println(o.availablePermits() + " " + o.drainPermits() + " " + o.availablePermits());
        bad("shrink -1", () -> o.shrink(-1));
        String str = s.toString();
        System.out.println(str.substring(str.indexOf('[')));

        // never more than the permits inside
        Semaphore gate = new Semaphore(2);
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger max = new AtomicInteger();
        Thread[] ts = new Thread[5];
        for (int i = 0; i < 5; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    gate.acquireUninterruptibly();
                    max.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    Thread.yield();
                    inside.decrementAndGet();
                    gate.release();
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("within " + (max.get() <= 2) + " " + gate.availablePermits());

        // fair order, with a big request at the head that holds the small ones back
        Semaphore f = new Semaphore(0, true);
        StringBuffer order = new StringBuffer();
        Thread[] us = new Thread[3];
        int[] need = {3, 1, 1};
        for (int i = 0; i < 3; i++) {
            final int k = i;
            us[i] = new Thread(() -> {
                f.acquireUninterruptibly(need[k]);
                order.append(k);
            });
            us[i].start();
            while (f.getQueueLength() != i + 1) {
                Thread.yield();
            }
        }
        f.release();
        f.release();
        System.out.println("queue " + f.getQueueLength() + " [" + order + "] " + f.availablePermits() + " barging "
                + f.tryAcquire());
        f.release(2);
        us[0].join();
        System.out.println(order);
        f.release(1);
        us[1].join();
        System.out.println(order);
        f.release(1);
        us[2].join();
        System.out.println(order + " " + f.hasQueuedThreads() + " " + f.availablePermits());

        // released by another thread: a signal
        Semaphore sig = new Semaphore(0);
        StringBuilder log = new StringBuilder();
        Thread waiter = new Thread(() -> {
            sig.acquireUninterruptibly();
            log.append("signalled flag ").append(Thread.currentThread().isInterrupted());
        });
        waiter.start();
        while (!sig.hasQueuedThreads()) {
            Thread.yield();
        }
        waiter.interrupt();
        sig.release();
        waiter.join();
        System.out.println(log);
        boolean[] intr = new boolean[1];
        Thread w2 = new Thread(() -> {
            try {
                sig.acquire();
            } catch (InterruptedException e) {
                intr[0] = true;
            }
        });
        w2.start();
        w2.interrupt();
        w2.join();
        System.out.println(intr[0] + " " + sig.availablePermits());
        Thread.currentThread().interrupt();
        try {
            new Semaphore(1).acquire();
        } catch (InterruptedException e) {
            System.out.println("flag before acquire");
        }
    }
}
