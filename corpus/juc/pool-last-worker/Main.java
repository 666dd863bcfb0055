import java.util.concurrent.*;

/** The last worker is gone before its pool has ended. */
public class Main {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.execute(() -> {});
        pool.shutdown();
        int workers = pool.getPoolSize();
        boolean ended = pool.isTerminated();
        System.out.println(workers + " " + ended);
    }
}
