import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.StampedLock;

public class JucStampedConvert {
    public static void main(String[] args) throws Exception {
        StampedLock sl = new StampedLock();

        // read to write, alone
        long r = sl.readLock();
        long w = sl.tryConvertToWriteLock(r);
        System.out.println("read->write " + (w != 0) + " " + sl.isWriteLocked() + sl.isReadLocked());
        // write to write is itself
        System.out.println("write->write " + (sl.tryConvertToWriteLock(w) == w));
        // write to read
        long r2 = sl.tryConvertToReadLock(w);
        System.out.println("write->read " + (r2 != 0) + " " + sl.isWriteLocked() + sl.isReadLocked());
        System.out.println("read->read " + (sl.tryConvertToReadLock(r2) == r2));
        long o = sl.tryConvertToOptimisticRead(r2);
        System.out.println("read->optimistic " + (o != 0) + " valid " + sl.validate(o) + " " + sl.getReadLockCount());
        long r3 = sl.tryConvertToReadLock(o);
        System.out.println("optimistic->read " + (r3 != 0) + " " + sl.getReadLockCount());

        // with a second reader the upgrade fails
        long other = sl.readLock();
        System.out.println("upgrade with two readers " + sl.tryConvertToWriteLock(r3));
        sl.unlockRead(other);
        long w2 = sl.tryConvertToWriteLock(r3);
        System.out.println("upgrade alone " + (w2 != 0));
        long o2 = sl.tryConvertToOptimisticRead(w2);
        System.out.println("write->optimistic " + sl.validate(o2) + " " + sl.isWriteLocked());

        long w3 = sl.tryConvertToWriteLock(o2);
        System.out.println("optimistic->write " + (w3 != 0) + " old optimistic valid " + sl.validate(o2));
        sl.unlock(w3);
        // stale stamps
        System.out.println("stale " + sl.tryConvertToWriteLock(o2) + " " + sl.tryConvertToReadLock(o2) + " "
                + sl.tryConvertToOptimisticRead(o2));
        System.out.println("zero " + sl.tryConvertToOptimisticRead(0));

        // a counter with upgrade on demand
        int[] max = new int[1];
        int[] upgrades = new int[1];
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 30; j++) {
                    int v = k + j * 4;
                    long s = sl.readLock();
                    try {
                        while (max[0] < v) {
                            long ws = sl.tryConvertToWriteLock(s);
                            if (ws != 0) {
                                s = ws;
                                max[0] = v;
                                upgrades[0]++;
                                break;
                            }
                            sl.unlockRead(s);
                            s = sl.writeLock();
                        }
                    } finally {
                        sl.unlock(s);
                    }
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println("max " + max[0] + " upgraded " + (upgrades[0] > 0) + " free "
                + !sl.isReadLocked() + !sl.isWriteLocked());

        // views as ordinary locks
        Lock rl = sl.asReadLock();
        Lock wl = sl.asWriteLock();
        rl.lock();
        System.out.println("view read " + sl.getReadLockCount() + " write " + wl.tryLock() + " read again " + rl.tryLock());
        rl.unlock();
        rl.unlock();
        try {
            rl.unlock();
        } catch (IllegalMonitorStateException e) {
            System.out.println("IMSE");
        }
        wl.lock();
        System.out.println("view write " + sl.isWriteLocked() + " " + rl.tryLock());
        wl.unlock();
        try {
            wl.newCondition();
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE");
        }
        ReadWriteLock rw = sl.asReadWriteLock();
        int[] n = new int[1];
        Thread[] us = new Thread[3];
        for (int i = 0; i < 3; i++) {
            us[i] = new Thread(() -> {
                for (int j = 0; j < 20; j++) {
                    rw.writeLock().lock();
                    n[0]++;
                    rw.writeLock().unlock();
                    rw.readLock().lock();
                    rw.readLock().unlock();
                }
            });
            us[i].start();
        }
        for (Thread t : us) {
            t.join();
        }
        System.out.println(n[0]);
        // many readers: more than fit the plain counter
        long[] stamps = new long[150];
        for (int i = 0; i < 150; i++) {
            stamps[i] = sl.readLock();
        }
        System.out.println("readers " + sl.getReadLockCount());
        for (long s : stamps) {
            sl.unlockRead(s);
        }
        System.out.println("readers " + sl.getReadLockCount() + " " + (sl.tryWriteLock() != 0));
    }
}
