import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();

    static void fail() {
        lock.lock();
        try {
            throw new IllegalStateException("between lock and unlock");
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                fail();
            } catch (IllegalStateException e) {
                // expected
            }
        }).start();
        lock.lock();
        lock.unlock();
    }
}
