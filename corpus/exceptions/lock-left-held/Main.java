import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();

    static void fail() {
        lock.lock();
        if (lock.isLocked()) throw new IllegalStateException("between lock and unlock");
        lock.unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> fail()).start();
        lock.lock();
        lock.unlock();
    }
}
