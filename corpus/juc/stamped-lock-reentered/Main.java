import java.util.concurrent.locks.StampedLock;

public class Main {
    public static void main(String[] args) {
        StampedLock lock = new StampedLock();
        long outer = lock.writeLock();
        long inner = lock.writeLock();
        lock.unlockWrite(inner);
        lock.unlockWrite(outer);
    }
}
