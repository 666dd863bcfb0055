import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            lock.lock();
            lock.unlock();
        }).start();
        while (!lock.tryLock()) {
            Thread.onSpinWait();
        }
        lock.unlock();
    }
}
