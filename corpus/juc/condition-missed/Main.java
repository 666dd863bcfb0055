import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            lock.lock();
            changed.signal();
            lock.unlock();
        }).start();
        lock.lock();
        changed.await();
        lock.unlock();
    }
}
