import java.util.concurrent.*;

/** A task that comes about when the pool is shut down is refused or runs; none is forgotten. */
public class Main {
    static int ran;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Thread closer = new Thread(pool::shutdown);
        closer.start();
        boolean accepted = true;
        try {
            pool.execute(() -> ran = 1);
        } catch (RejectedExecutionException e) {
            accepted = false;
        }
        closer.join();
        assert pool.awaitTermination(2, TimeUnit.DAYS);
        System.out.println(accepted + " " + ran);
    }
}
