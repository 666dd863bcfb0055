import org.eclipse.jetty.util.thread.AutoLock;
import org.eclipse.jetty.util.BlockingArrayQueue;
import org.eclipse.jetty.util.thread.SerializedExecutor;

/** Jetty's queue, lock and serialised executor under two threads. */
public class Locks {
    static int plain;
    static int guarded;

    public static void main(String[] args) throws Exception {
        AutoLock lock = new AutoLock();
        BlockingArrayQueue<Integer> queue = new BlockingArrayQueue<>(2);
        SerializedExecutor serial = new SerializedExecutor();
        Thread other = new Thread(() -> {
            serial.execute(() -> plain++);
            try (AutoLock l = lock.lock()) {
                guarded++;
            }
            queue.add(1);
        });
        other.start();
        serial.execute(() -> plain++);
        try (AutoLock l = lock.lock()) {
            guarded++;
        }
        int got = queue.take();
        other.join();
        assert got == 1 && guarded == 2;
        assert plain == 2;
    }
}
