import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class Main {
    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        CountDownLatch latch = new CountDownLatch(1);
        ForkJoinTask<Integer> first = pool.submit(() -> { latch.await(); return 1; });
        pool.submit(() -> { latch.countDown(); return 2; });
        System.out.println(first.get());
    }
}
