import java.util.concurrent.locks.ReentrantLock;

/** The holder of a lock gives it back when there is a queue, and finds out that the other did not get it. */
public class Main {
    static volatile boolean entered;

    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        new Thread(() -> {
            lock.lock();
            entered = true;
            lock.unlock();
        }, "other").start();
        while (!lock.hasQueuedThreads()) {
            Thread.onSpinWait();
        }
        lock.unlock();
        assert entered;
    }
}
