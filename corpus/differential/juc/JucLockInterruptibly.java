import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class JucLockInterruptibly {
    static void queued(ReentrantLock l, Thread t) {
        while (!l.hasQueuedThread(t)) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws Exception {
        ReentrantLock l = new ReentrantLock();
        Thread main = Thread.currentThread();
        main.interrupt();
        try {
            l.lockInterruptibly();
            System.out.println("got?");
        } catch (InterruptedException e) {
            System.out.println("free lock, flag set: exception, flag " + main.isInterrupted() + " locked " + l.isLocked());
        }
        main.interrupt();
        System.out.println("tryLock ignores the flag " + l.tryLock() + " " + Thread.interrupted());
        l.unlock();
        main.interrupt();
        try {
            l.tryLock(1, TimeUnit.HOURS);
            System.out.println("got?");
        } catch (InterruptedException e) {
            System.out.println("timed try: exception " + main.isInterrupted());
        }
        main.interrupt();
        l.lock();
        System.out.println("lock ignores the flag " + Thread.interrupted() + " " + l.getHoldCount());

        StringBuffer sb = new StringBuffer();
        Thread a = new Thread(() -> {
            try {
                l.lockInterruptibly();
                sb.append("got;");
            } catch (InterruptedException e) {
                sb.append("a interrupted ").append(Thread.currentThread().isInterrupted()).append(l.isHeldByCurrentThread());
            }
        });
        a.start();
        queued(l, a);
        a.interrupt();
        a.join();
        System.out.println(sb + " queue " + l.getQueueLength());

        sb.setLength(0);
        Thread b = new Thread(() -> {
            try {
                boolean r = l.tryLock(1, TimeUnit.HOURS);
                sb.append("result ").append(r);
            } catch (InterruptedException e) {
                sb.append("b interrupted");
            }
        });
        b.start();
        queued(l, b);
        b.interrupt();
        b.join();
        System.out.println(sb);

        // cancel the middle of three waiters; the others get through
        StringBuffer order = new StringBuffer();
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                try {
                    l.lockInterruptibly();
                    try {
                        order.append(k).append(' ');
                    } finally {
                        l.unlock();
                    }
                } catch (InterruptedException e) {
                    order.append("x").append(k).append(' ');
                }
            });
            ts[i].start();
            queued(l, ts[i]);
        }
        System.out.println("length " + l.getQueueLength());
        ts[1].interrupt();
        ts[1].join();
        System.out.println("length " + l.getQueueLength() + " " + order);
        l.unlock();
        ts[0].join();
        ts[2].join();
        System.out.println(order.toString().trim());

        // a deadlock broken by interrupt
        ReentrantLock p = new ReentrantLock();
        ReentrantLock q = new ReentrantLock();
        boolean[] broken = new boolean[2];
        p.lock();
        Thread d = new Thread(() -> {
            q.lock();
            try {
                p.lockInterruptibly();
                p.unlock();
            } catch (InterruptedException e) {
                broken[0] = true;
            } finally {
                q.unlock();
            }
        });
        d.start();
        queued(p, d);
        d.interrupt();
        q.lockInterruptibly();
        broken[1] = true;
        q.unlock();
        p.unlock();
        d.join();
        System.out.println(broken[0] + " " + broken[1]);

        // reentrant acquisition with the flag set still throws
        l.lock();
        main.interrupt();
        try {
            l.lockInterruptibly();
            System.out.println("got?");
        } catch (InterruptedException e) {
            System.out.println("reentrant too, count " + l.getHoldCount());
        }
    }
}
