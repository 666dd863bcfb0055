import java.util.concurrent.locks.*;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition ready = lock.newCondition();

    public static void main(String[] args) {
        new Thread(() -> {
            lock.lock();
            ready.signal();
            lock.unlock();
        }, "signaller").start();
        lock.lock();
        ready.awaitUninterruptibly();
        lock.unlock();
    }
}
