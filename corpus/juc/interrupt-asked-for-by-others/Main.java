import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The question whether a thread is interrupted is handed to the JDK to ask. */
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
        boolean there = Optional.of(other).map(Thread::isInterrupted).get();
        lock.unlock();
        assert there;
    }
}
