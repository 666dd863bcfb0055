import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Who gives a lock back frees it first, and wakes up the next one afterwards, which may have got it already and parks by then. */
public class Main {
    static volatile boolean flag;

    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        Thread sleeper = new Thread(() -> {
            try {
                if (lock.tryLock(1, TimeUnit.SECONDS)) {
                    lock.unlock();
                }
            } catch (InterruptedException e) {
                return;
            }
            LockSupport.park();
            assert flag : "woken up by the lock";
        }, "sleeper");
        lock.lock();
        sleeper.start();
        lock.unlock();
        flag = true;
        while (sleeper.isAlive()) {
            LockSupport.unpark(sleeper);
        }
    }
}
