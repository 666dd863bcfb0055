import java.util.concurrent.locks.StampedLock;

public class Main {
    static volatile boolean refused;

    public static void main(String[] args) throws InterruptedException {
        StampedLock lock = new StampedLock();
        long stamp = lock.writeLock();
        Thread other = new Thread(() -> {
            try {
                lock.unlockWrite(stamp);
            } catch (IllegalMonitorStateException e) {
                refused = true;
            }
        });
        other.start();
        boolean mine = lock.tryUnlockWrite();
        other.join();
        System.out.println(mine + " " + refused);
    }
}
