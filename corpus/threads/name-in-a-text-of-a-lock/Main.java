import java.util.concurrent.locks.ReentrantLock;

/** Reads the name of a thread from the text of the lock that it holds. */
public class Main {
    static String text;

    public static void main(String[] args) throws InterruptedException {
        Thread maker = new Thread(() -> new Thread(() -> {}), "maker");
        maker.start();
        ReentrantLock lock = new ReentrantLock();
        Thread owner = new Thread(() -> {
            lock.lock();
            text = lock.toString();
            lock.unlock();
        });
        owner.start();
        owner.join();
        maker.join();
        assert text.contains("Thread-0") : text;
    }
}
