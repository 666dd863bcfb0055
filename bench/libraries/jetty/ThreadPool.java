import java.util.concurrent.CountDownLatch;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Jobs of a queued thread pool run, and the pool stops. */
public class ThreadPool {
    public static void main(String[] args) throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(1, 1);
        pool.setReservedThreads(0);
        pool.start();
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(done::countDown);
        done.await();
        pool.stop();
    }
}
