import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Looks at the flag of a worker's thread after the worker has ended. */
public class Main {
    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1, worker -> new Thread(() -> {
            worker.run();
            assert !Thread.currentThread().isInterrupted() : "interrupted";
        }));
        pool.execute(() -> {});
        pool.shutdown();
    }
}
