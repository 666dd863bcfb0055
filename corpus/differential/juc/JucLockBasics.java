import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

public class JucLockBasics {
    static int shared;

    static String info(ReentrantLock l) {
        return "locked=" + l.isLocked() + " held=" + l.isHeldByCurrentThread() + " count=" + l.getHoldCount()
                + " fair=" + l.isFair();
    }

    public static void main(String[] args) throws Exception {
        ReentrantLock l = new ReentrantLock();
        System.out.println(info(l));
        l.lock();
        l.lock();
        System.out.println(info(l));
        System.out.println("tryLock reentrant " + l.tryLock() + " " + l.getHoldCount());
        l.unlock();
        l.unlock();
        l.unlock();
        System.out.println(info(l));
        try {
            l.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("IMSE " + e.getMessage());
        }

        // unlock by a thread that is not the owner
        l.lock();
        Thread t = new Thread(() -> {
            System.out.println("other: " + info(l));
            try {
                l.unlock();
            } catch (IllegalMonitorStateException e) {
                System.out.println("other IMSE");
            }
            System.out.println("other tryLock " + l.tryLock());
            try {
                System.out.println("other timed " + l.tryLock(5, TimeUnit.MILLISECONDS)
                        + " zero " + l.tryLock(0, TimeUnit.SECONDS) + " negative " + l.tryLock(-1, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        t.start();
        t.join();
        l.unlock();

        // mutual exclusion
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    l.lock();
                    try {
                        int s = shared;
                        Thread.yield();
                        shared = s + 1;
                    } finally {
                        l.unlock();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread x : ts) {
            x.join();
        }
        System.out.println("shared " + shared);

        // a thread that ends without unlocking leaves it locked
        Lock leaked = new ReentrantLock();
        Thread leaker = new Thread(leaked::lock);
        leaker.start();
        leaker.join();
        System.out.println("leaked tryLock " + leaked.tryLock() + " timed " + leaked.tryLock(1, TimeUnit.MILLISECONDS));

        // queue inspection at a stable point
        l.lock();
        Thread w = new Thread(() -> {
            l.lock();
            l.unlock();
        }, "w");
        w.start();
        while (!l.hasQueuedThread(w)) {
            Thread.yield();
        }
        System.out.println("queued " + l.hasQueuedThreads() + " " + l.getQueueLength());
        l.unlock();
        w.join();
        System.out.println("queued " + l.hasQueuedThreads() + " " + l.getQueueLength());
        try {
            l.hasQueuedThread(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }

        // interrupts are ignored by lock() but the flag stays
        boolean[] flag = new boolean[1];
        l.lock();
        Thread u = new Thread(() -> {
            l.lock();
            flag[0] = Thread.currentThread().isInterrupted();
            l.unlock();
        });
        u.start();
        while (!l.hasQueuedThread(u)) {
            Thread.yield();
        }
        u.interrupt();
        l.unlock();
        u.join();
        System.out.println("flag kept " + flag[0]);
        String s = l.toString();
        System.out.println(s.substring(s.indexOf('[')));
        l.lock();
        s = l.toString();
        System.out.println(s.substring(s.indexOf('[')));
    }
}
