import com.google.common.util.concurrent.Striped;
import java.util.concurrent.locks.Lock;

/** Weak striped locks: one key has one lock, also when two threads ask for it first. */
public class StripedLocks {
    static int inside;

    public static void main(String[] args) throws Exception {
        Striped<Lock> locks = Striped.lazyWeakLock(2);
        Runnable use = () -> {
            Lock lock = locks.get("key");
            lock.lock();
            try {
                inside++;
            } finally {
                lock.unlock();
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert inside == 2;
    }
}
