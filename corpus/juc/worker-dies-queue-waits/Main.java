import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The only worker of a pool dies while a task is in the queue and another one comes. */
public class Main {
    static volatile String order = "";

    static Thread quiet(Runnable work) {
        Thread thread = new Thread(work);
        thread.setUncaughtExceptionHandler((dying, reason) -> { });
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2), Main::quiet);
        pool.execute(() -> { throw new IllegalStateException(); });
        pool.execute(() -> order += "a");
        pool.execute(() -> order += "b");
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.DAYS);
        System.out.println(order);
    }
}
