import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class JucLockFair {
    public static void main(String[] args) throws Exception {
        // with a fair lock the queue order is the order of service
        ReentrantLock l = new ReentrantLock(true);
        System.out.println(l.isFair() + " " + new ReentrantLock(false).isFair());
        List<Integer> order = new ArrayList<>();
        l.lock();
        Thread[] ts = new Thread[6];
        for (int i = 0; i < ts.length; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                l.lock();
                try {
                    order.add(k);
                } finally {
                    l.unlock();
                }
            });
            ts[i].start();
            while (!l.hasQueuedThread(ts[i])) {
                Thread.yield();
            }
            System.out.print(l.getQueueLength() + " ");
        }
        System.out.println();
        l.unlock();
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(order);

        // a fair timed try waits its turn, the untimed one barges
        l.lock();
        boolean[] got = new boolean[3];
        Thread waiter = new Thread(() -> {
            l.lock();
            l.unlock();
        });
        waiter.start();
        while (!l.hasQueuedThread(waiter)) {
            Thread.yield();
        }
        Thread other = new Thread(() -> {
            got[0] = l.tryLock();
            try {
                got[1] = l.tryLock(2, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        other.join();
        System.out.println(got[0] + " " + got[1] + " queue " + l.getQueueLength());
        l.unlock();
        waiter.join();

        // reentrancy goes past the queue
        l.lock();
        Thread w2 = new Thread(() -> {
            l.lock();
            l.unlock();
        });
        w2.start();
        while (!l.hasQueuedThread(w2)) {
            Thread.yield();
        }
        l.lock();
        System.out.println("again " + l.getHoldCount() + " " + l.tryLock(1, TimeUnit.SECONDS));
        l.unlock();
        l.unlock();
        l.unlock();
        w2.join();

        // two threads strictly alternate with a fair lock once both queue up: check the total only
        int[] n = new int[1];
        Thread[] us = new Thread[3];
        for (int i = 0; i < 3; i++) {
            us[i] = new Thread(() -> {
                for (int j = 0; j < 40; j++) {
                    l.lock();
                    try {
                        n[0]++;
                    } finally {
                        l.unlock();
                    }
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(n[0] + " " + l.isLocked() + " " + l.hasQueuedThreads());

        // unfair lock: FIFO as well as long as nobody barges
        ReentrantLock u = new ReentrantLock();
        StringBuffer sb = new StringBuffer();
        u.lock();
        Thread[] vs = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            vs[i] = new Thread(() -> {
                u.lock();
                sb.append(k);
                u.unlock();
            });
            vs[i].start();
            while (!u.hasQueuedThread(vs[i])) {
                Thread.yield();
            }
        }
        u.unlock();
        for (Thread t : vs) {
            t.join();
        }
        System.out.println(sb);
    }
}
