import java.util.concurrent.locks.ReentrantReadWriteLock;

/** A write lock whose owner has ended, a reader that waits for it, and a thread that never stops. */
public class Main {
    static volatile boolean read;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Thread owner = new Thread(() -> lock.writeLock().lock());
        owner.start();
        owner.join();
        Thread reader = new Thread(() -> {
            lock.readLock().lock();
            read = true;
        });
        reader.start();
        while (!read) {
            Thread.onSpinWait();
        }
    }
}
