import java.util.concurrent.*;

/** A pool that has ended knows how many tasks it did. */
public class Main {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.schedule(() -> {}, 1, TimeUnit.SECONDS);
        pool.schedule(() -> {}, 1, TimeUnit.SECONDS);
        pool.shutdown();
        assert pool.awaitTermination(2, TimeUnit.DAYS);
        System.out.println(pool.getCompletedTaskCount());
    }
}
