import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class JucConditionTimed {
    static void waiters(ReentrantLock l, Condition c, int n) {
        while (true) {
            l.lock();
            try {
                if (l.getWaitQueueLength(c) == n) {
                    return;
                }
            } finally {
                l.unlock();
            }
            Thread.yield();
        }
    }

    public static void main(String[] args) throws Exception {
        ReentrantLock l = new ReentrantLock();
        Condition c = l.newCondition();
        l.lock();
        System.out.println("await " + c.await(2, TimeUnit.MILLISECONDS));
        System.out.println("nanos <= 0 " + (c.awaitNanos(1_000_000) <= 0));
        System.out.println("until " + c.awaitUntil(new Date(System.currentTimeMillis() + 2)));
        System.out.println("until past " + c.awaitUntil(new Date(0)));
        System.out.println("zero " + c.await(0, TimeUnit.SECONDS) + " negative " + c.await(-5, TimeUnit.SECONDS));
        System.out.println("nanos negative " + (c.awaitNanos(-7) <= 0));
        System.out.println("held " + l.isHeldByCurrentThread() + " " + l.getHoldCount());
        Thread.currentThread().interrupt();
        try {
            c.await(1, TimeUnit.HOURS);
        } catch (InterruptedException e) {
            System.out.println("interrupted held " + l.isHeldByCurrentThread());
        }
        Thread.currentThread().interrupt();
        try {
            c.awaitNanos(0);
            System.out.println("?");
        } catch (InterruptedException e) {
            System.out.println("interrupted also for no wait");
        }
        try {
            c.await(1, null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        l.unlock();
        try {
            c.awaitNanos(1);
        } catch (IllegalMonitorStateException e) {
            System.out.println("IMSE");
        }

        // signalled well before the time-out
        String[] res = new String[4];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                l.lock();
                try {
                    switch (k) {
                        case 0:
                            res[k] = "await " + c.await(1, TimeUnit.DAYS);
                            break;
                        case 1:
                            res[k] = "nanos left " + (c.awaitNanos(TimeUnit.DAYS.toNanos(1)) > 0);
                            break;
                        case 2:
                            res[k] = "until " + c.awaitUntil(new Date(System.currentTimeMillis() + 86_400_000));
                            break;
                        default:
                            c.awaitUninterruptibly();
                            res[k] = "uninterruptibly flag " + Thread.interrupted();
                    }
                } catch (InterruptedException e) {
                    res[k] = "interrupted";
                } finally {
                    l.unlock();
                }
            });
            ts[i].start();
        }
        waiters(l, c, 4);
        ts[3].interrupt();
        l.lock();
        c.signalAll();
        l.unlock();
        for (int i = 0; i < 4; i++) {
            ts[i].join();
            System.out.println(res[i]);
        }

        // the usual loop with the remaining nanoseconds
        boolean[] ready = new boolean[1];
        long[] left = {TimeUnit.MILLISECONDS.toNanos(10)};
        l.lock();
        try {
            while (!ready[0]) {
                if (left[0] <= 0) {
                    break;
                }
                left[0] = c.awaitNanos(left[0]);
            }
        } finally {
            l.unlock();
        }
        System.out.println("gave up " + !ready[0] + " " + (left[0] <= 0));

        // awaitUninterruptibly is not ended by interrupt alone
        StringBuffer sb = new StringBuffer();
        Thread u = new Thread(() -> {
            l.lock();
            try {
                while (!ready[0]) {
                    c.awaitUninterruptibly();
                }
                sb.append("ready flag ").append(Thread.currentThread().isInterrupted());
            } finally {
                l.unlock();
            }
        });
        u.start();
        waiters(l, c, 1);
        u.interrupt();
        Thread.sleep(5);
        waiters(l, c, 1);
        l.lock();
        ready[0] = true;
        c.signal();
        l.unlock();
        u.join();
        System.out.println(sb);
    }
}
