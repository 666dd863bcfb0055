import java.util.List;
import java.util.concurrent.*;

/** A pool that is stopped gives back tasks that did not begin, and interrupts the one that runs. */
public class Main {
    static String seen = "";

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> seen += Thread.currentThread().isInterrupted() ? "first! " : "first ");
        pool.execute(() -> seen += Thread.currentThread().isInterrupted() ? "second! " : "second ");
        List<Runnable> left = pool.shutdownNow();
        assert pool.awaitTermination(2, TimeUnit.DAYS);
        System.out.println(seen + left.size());
    }
}
