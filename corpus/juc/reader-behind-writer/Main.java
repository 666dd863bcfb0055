import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Two readers could hold the lock together, but a writer in the queue keeps the second one from it. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        Thread reader = new Thread(() -> {
            lock.readLock().lock();
            lock.readLock().unlock();
        }, "reader");
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        }, "writer");
        lock.readLock().lock();
        writer.start();
        reader.start();
        reader.join();
        lock.readLock().unlock();
    }
}
