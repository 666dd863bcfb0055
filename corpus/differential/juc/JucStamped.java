import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

public class JucStamped {
    static double x = 1;
    static double y = 2;
    static final StampedLock sl = new StampedLock();

    static void move(double dx) {
        long s = sl.writeLock();
        try {
            x += dx;
            Thread.yield();
            y += dx;
        } finally {
            sl.unlockWrite(s);
        }
    }

    static double diff() {
        long s = sl.tryOptimisticRead();
        double cx = x;
        double cy = y;
        if (!sl.validate(s)) {
            s = sl.readLock();
            try {
                cx = x;
                cy = y;
            } finally {
                sl.unlockRead(s);
            }
        }
        return cy - cx;
    }

    static void in(Runnable r) throws InterruptedException {
        Thread t = new Thread(r);
        t.start();
        t.join();
    }

    static void expect(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (IllegalMonitorStateException e) {
            System.out.println(what + " IMSE");
        }
    }

    public static void main(String[] args) throws Exception {
        int[] bad = new int[1];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 50; j++) {
                    if (k < 2) {
                        move(1);
                    } else if (diff() != 1.0) {
                        synchronized (bad) {
                            bad[0]++;
                        }
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(x + " " + y + " bad " + bad[0]);

        long o = sl.tryOptimisticRead();
        System.out.println("optimistic " + (o != 0) + " valid " + sl.validate(o) + " zero " + sl.validate(0));
        long w = sl.writeLock();
        System.out.println("valid now " + sl.validate(o) + " optimistic under write " + sl.tryOptimisticRead()
                + " write stamp valid " + sl.validate(w));
        System.out.println(sl.isWriteLocked() + " " + sl.isReadLocked() + " " + sl.getReadLockCount());
        in(() -> {
            System.out.println("other: tryWrite " + sl.tryWriteLock() + " tryRead " + sl.tryReadLock());
            try {
                System.out.println("timed " + sl.tryWriteLock(2, TimeUnit.MILLISECONDS) + " "
                        + sl.tryReadLock(2, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        // not reentrant
        System.out.println("not reentrant " + sl.tryWriteLock());
        expect("unlockRead with write stamp", () -> sl.unlockRead(w));
        expect("unlockWrite wrong stamp", () -> sl.unlockWrite(w + 1));
        sl.unlockWrite(w);
        expect("unlockWrite twice", () -> sl.unlockWrite(w));
        System.out.println("after " + sl.validate(o) + " " + sl.isWriteLocked());

        long r1 = sl.readLock();
        long r2 = sl.tryReadLock();
        System.out.println("readers " + sl.getReadLockCount() + " " + sl.isReadLocked());
        long opt = sl.tryOptimisticRead();
        System.out.println("optimistic with readers " + sl.validate(opt) + " tryWrite " + sl.tryWriteLock());
        sl.unlock(r1);
        sl.unlockRead(r2);
        System.out.println("still valid after reads " + sl.validate(opt));
        expect("unlock nothing", () -> sl.unlock(r1));
        System.out.println(StampedLock.isWriteLockStamp(w) + " " + StampedLock.isReadLockStamp(r1) + " "
                + StampedLock.isOptimisticReadStamp(opt) + " " + StampedLock.isLockStamp(opt));

        // unlock by another thread is fine: stamps, not owners
        long s = sl.writeLock();
        in(() -> sl.unlockWrite(s));
        System.out.println("unlocked elsewhere " + sl.isWriteLocked());
        System.out.println("tryUnlock " + sl.tryUnlockWrite() + sl.tryUnlockRead());
        sl.readLock();
        System.out.println("tryUnlockRead " + sl.tryUnlockRead() + " " + sl.tryUnlockRead());

        Thread.currentThread().interrupt();
        try {
            sl.writeLockInterruptibly();
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
        String str = sl.toString();
        System.out.println(str.substring(str.indexOf('[')));
    }
}
