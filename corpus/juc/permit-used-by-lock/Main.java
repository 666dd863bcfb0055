import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Who waits for a lock is parked, so an unpark meant for later wakes it up for nothing. */
public class Main {
    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Thread sleeper = new Thread(() -> {
            lock.lock();
            lock.unlock();
            LockSupport.park();
        }, "sleeper");
        lock.lock();
        sleeper.start();
        LockSupport.unpark(sleeper);
        lock.unlock();
    }
}
