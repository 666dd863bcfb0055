import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class JucRWLock {
    static void in(Runnable r) {
        Thread t = new Thread(r);
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static String info(ReentrantReadWriteLock l) {
        return "r=" + l.getReadLockCount() + " rh=" + l.getReadHoldCount() + " w=" + l.isWriteLocked()
                + " wm=" + l.isWriteLockedByCurrentThread() + " wh=" + l.getWriteHoldCount();
    }

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock();
        System.out.println(info(l) + " fair " + l.isFair());
        l.readLock().lock();
        l.readLock().lock();
        System.out.println(info(l));
        in(() -> {
            System.out.println("other " + info(l) + " read " + l.readLock().tryLock() + " write " + l.writeLock().tryLock());
            System.out.println("other " + info(l));
            l.readLock().unlock();
        });
        // upgrading is not possible
        System.out.println("upgrade " + l.writeLock().tryLock());
        try {
            System.out.println("timed upgrade " + l.writeLock().tryLock(2, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            System.out.println(e);
        }
        l.readLock().unlock();
        l.readLock().unlock();
        try {
            l.readLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("IMSE " + e.getMessage());
        }
        try {
            l.writeLock().unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("IMSE " + e.getMessage());
        }

        // downgrading is
        l.writeLock().lock();
        l.writeLock().lock();
        l.readLock().lock();
        System.out.println(info(l));
        l.writeLock().unlock();
        l.writeLock().unlock();
        System.out.println("downgraded " + info(l));
        in(() -> System.out.println("other read " + l.readLock().tryLock() + " write " + l.writeLock().tryLock()));
        // the other thread's read hold is left over
        System.out.println(info(l));
        l.readLock().unlock();
        System.out.println(info(l));

        ReentrantReadWriteLock m = new ReentrantReadWriteLock(true);
        m.writeLock().lock();
        in(() -> {
            System.out.println("under write: read " + m.readLock().tryLock() + " write " + m.writeLock().tryLock());
            try {
                m.writeLock().unlock();
            } catch (IllegalMonitorStateException e) {
                System.out.println("not owner");
            }
        });
        System.out.println("hold by lock object " + m.writeLock().isHeldByCurrentThread() + " " + m.writeLock().getHoldCount());
        m.writeLock().unlock();

        // conditions only on the write lock
        try {
            m.readLock().newCondition();
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE");
        }
        System.out.println(m.writeLock().newCondition() != null);
        String s = m.toString();
        System.out.println(s.substring(s.indexOf('[')));
        s = m.readLock().toString();
        System.out.println(s.substring(s.indexOf('[')));
        s = m.writeLock().toString();
        System.out.println(s.substring(s.indexOf('[')));

        // invariants under load
        int[] pair = new int[2];
        int[] bad = new int[1];
        Thread[] ts = new Thread[5];
        for (int i = 0; i < 5; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 30; j++) {
                    if (k < 2) {
                        l.readLock().lock();
                        l.readLock().unlock();
                        m.writeLock().lock();
                        pair[0]++;
                        Thread.yield();
                        pair[1]--;
                        m.writeLock().unlock();
                    } else {
                        m.readLock().lock();
                        if (pair[0] + pair[1] != 0) {
                            synchronized (bad) {
                                bad[0]++;
                            }
                        }
                        m.readLock().unlock();
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(pair[0] + " " + pair[1] + " bad " + bad[0]);

        // queue: a waiting writer holds back new readers in fair mode
        m.readLock().lock();
        StringBuffer order = new StringBuffer();
        Thread w = new Thread(() -> {
            m.writeLock().lock();
            order.append("writer ");
            m.writeLock().unlock();
        });
        w.start();
        while (!m.hasQueuedThread(w)) {
            Thread.yield();
        }
        Thread r = new Thread(() -> {
            m.readLock().lock();
            order.append("reader");
            m.readLock().unlock();
        });
        r.start();
        while (!m.hasQueuedThread(r)) {
            Thread.yield();
        }
        System.out.println("queue " + m.getQueueLength() + " reentrant read " + m.readLock().tryLock());
        m.readLock().unlock();
        m.readLock().unlock();
        w.join();
        r.join();
        System.out.println(order);
    }
}
