import java.util.concurrent.locks.ReentrantLock;

/** Nobody has read the interrupt yet, and still it is not there any more. */
public class Main {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Thread other = new Thread(() -> {
            lock.lock();
            lock.unlock();
        }, "other");
        lock.lock();
        other.start();
        other.interrupt();
        assert other.isInterrupted();
        lock.unlock();
    }
}
