import java.util.concurrent.*;
import java.util.concurrent.locks.*;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition ready = lock.newCondition();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            lock.lock();
            ready.signal();
            lock.unlock();
        }).start();
        lock.lock();
        boolean signalled = ready.await(1, TimeUnit.SECONDS);
        lock.unlock();
        System.out.println(signalled);
    }
}
