import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Whoever is signalled may get the lock back only when its time is over. */
public class Main {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(() -> {
            lock.lock();
            try {
                ready = true;
                changed.signal();
            } finally {
                lock.unlock();
            }
        });
        lock.lock();
        try {
            setter.start();
            long left = changed.awaitNanos(1_000_000);
            System.out.println((ready ? "ready" : "not ready") + (left > 0 ? " in time" : " too late"));
        } finally {
            lock.unlock();
        }
        setter.join();
    }
}
