import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            lock.lock();
            ready = true;
            changed.signal();
            lock.unlock();
        }).start();
        lock.lock();
        while (!ready) changed.await();
        lock.unlock();
        System.out.println("end");
    }
}
