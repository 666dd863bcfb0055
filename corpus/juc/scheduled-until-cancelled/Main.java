import java.util.concurrent.*;

/** A task is repeated until somebody who waited for two rounds cancels it; how many more there are is open. */
public class Main {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        CountDownLatch rounds = new CountDownLatch(2);
        ScheduledFuture<?> task = pool.scheduleAtFixedRate(rounds::countDown, 1, 1, TimeUnit.SECONDS);
        rounds.await();
        task.cancel(false);
        pool.shutdown();
        assert pool.awaitTermination(2, TimeUnit.DAYS);
        System.out.println(rounds.getCount() + " " + task.isCancelled());
    }
}
