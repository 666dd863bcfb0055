import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Waits for a lock between unpark and park, both called by handles. */
public class Main {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType parking = MethodType.methodType(void.class), unparking = MethodType.methodType(void.class, Thread.class);
        MethodHandle park = lookup.findStatic(LockSupport.class, "park", parking);
        MethodHandle unpark = lookup.findStatic(LockSupport.class, "unpark", unparking);
        Thread other = new Thread(() -> {
            lock.lock();
            lock.unlock();
            try {
                park.invokeExact();
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        });
        lock.lock();
        other.start();
        unpark.invokeExact(other);
        lock.unlock();
        other.join();
    }
}
