import java.util.concurrent.locks.StampedLock;

public class Main {
    static final StampedLock lock = new StampedLock();
    static volatile int x;
    static volatile int y;

    public static void main(String[] args) {
        new Thread(() -> {
            long stamp = lock.writeLock();
            x = 1;
            y = 1;
            lock.unlockWrite(stamp);
        }).start();
        long stamp = lock.tryOptimisticRead();
        int a = x;
        int b = y;
        assert stamp == 0 || a == b : "half an update";
    }
}
