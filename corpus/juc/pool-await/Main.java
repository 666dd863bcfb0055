import java.util.concurrent.*;

/** What the tasks did is there when the pool has ended, whoever of the workers was the last. */
public class Main {
    static int one, two, three;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.execute(() -> one = 1);
        pool.execute(() -> two = 2);
        pool.execute(() -> three = Thread.currentThread().isInterrupted() ? 9 : 3);
        pool.shutdown();
        assert pool.awaitTermination(2, TimeUnit.DAYS);
        System.out.println(one + " " + two + " " + three);
    }
}
