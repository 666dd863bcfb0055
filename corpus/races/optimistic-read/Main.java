import java.util.concurrent.locks.StampedLock;

public class Main {
    static final StampedLock LOCK = new StampedLock();
    static int x, y;

    static int difference() {
        long stamp = LOCK.tryOptimisticRead();
        int a = x, b = y;
        if (!LOCK.validate(stamp)) {
            stamp = LOCK.readLock();
            try {
                a = x;
                b = y;
            } finally {
                LOCK.unlockRead(stamp);
            }
        }
        return a - b;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            long stamp = LOCK.writeLock();
            x++;
            y++;
            LOCK.unlockWrite(stamp);
        }).start();
        assert difference() == 0;
    }
}
