import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class JucConditions {
    static class Buffer {
        final ReentrantLock lock = new ReentrantLock();
        final Condition notFull = lock.newCondition();
        final Condition notEmpty = lock.newCondition();
        final int[] items = new int[3];
        int put;
        int take;
        int count;

        void put(int v) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (count == items.length) {
                    notFull.await();
                }
                items[put] = v;
                put = (put + 1) % items.length;
                count++;
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        int take() throws InterruptedException {
            lock.lock();
            try {
                while (count == 0) {
                    notEmpty.await();
                }
                int v = items[take];
                take = (take + 1) % items.length;
                count--;
                notFull.signal();
                return v;
            } finally {
                lock.unlock();
            }
        }
    }

    static void expect(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    public static void main(String[] args) throws Exception {
        Buffer b = new Buffer();
        List<Integer> got = new ArrayList<>();
        Thread cons = new Thread(() -> {
            try {
                for (int i = 0; i < 20; i++) {
                    got.add(b.take());
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        cons.start();
        for (int i = 0; i < 20; i++) {
            b.put(i);
        }
        cons.join();
        System.out.println(got);

        ReentrantLock l = new ReentrantLock();
        Condition c = l.newCondition();
        expect("signal unlocked", c::signal);
        expect("signalAll unlocked", c::signalAll);
        expect("awaitUninterruptibly unlocked", c::awaitUninterruptibly);
        try {
            c.await();
        } catch (IllegalMonitorStateException e) {
            System.out.println("await unlocked IMSE");
        }
        expect("hasWaiters unlocked", () -> l.hasWaiters(c));
        expect("foreign condition", () -> {
            l.lock();
            try {
                l.hasWaiters(new ReentrantLock().newCondition());
            } finally {
                l.unlock();
            }
        });
        l.lock();
        expect("signal locked", c::signal);
        System.out.println("waiters " + l.hasWaiters(c) + " " + l.getWaitQueueLength(c));
        l.unlock();

        // signal wakes in FIFO order, one each
        StringBuffer order = new StringBuffer();
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                l.lock();
                try {
                    c.await();
                    order.append(k);
                } catch (InterruptedException e) {
                    order.append('x').append(k);
                } finally {
                    l.unlock();
                }
            });
            ts[i].start();
            while (true) {
                l.lock();
                int n = l.getWaitQueueLength(c);
                l.unlock();
                if (n == i + 1) {
                    break;
                }
                Thread.yield();
            }
        }
        l.lock();
        c.signal();
        System.out.println("left " + l.getWaitQueueLength(c) + " queued " + l.getQueueLength());
        l.unlock();
        ts[0].join();
        System.out.println(order);
        ts[2].interrupt();
        ts[2].join();
        System.out.println(order);
        l.lock();
        c.signalAll();
        System.out.println("left " + l.hasWaiters(c));
        l.unlock();
        ts[1].join();
        ts[3].join();
        System.out.println(order);

        // await releases all holds and gives them back
        int[] holds = new int[2];
        Thread deep = new Thread(() -> {
            l.lock();
            l.lock();
            l.lock();
            try {
                holds[0] = l.getHoldCount();
                c.await();
                holds[1] = l.getHoldCount();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                l.unlock();
                l.unlock();
                l.unlock();
            }
        });
        deep.start();
        boolean sent = false;
        while (!sent) {
            l.lock();
            if (l.hasWaiters(c)) {
                c.signal();
                sent = true;
            }
            l.unlock();
            Thread.yield();
        }
        deep.join();
        System.out.println(holds[0] + " " + holds[1] + " locked " + l.isLocked());
    }
}
