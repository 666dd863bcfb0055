import java.lang.reflect.Method;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** As late-permit, but the thread parks by a reflective call, whose code is none of the lock's. */
public class Main {
    static volatile boolean flag;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Method park = LockSupport.class.getMethod("park");
        // The first call prepares those that follow.
        LockSupport.unpark(Thread.currentThread());
        park.invoke(null);
        Thread sleeper = new Thread(() -> {
            lock.lock();
            lock.unlock();
            try {
                park.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
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
