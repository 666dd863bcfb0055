import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class Main {
    static final CountDownLatch latch = new CountDownLatch(1);

    static class AtLatch implements ForkJoinPool.ManagedBlocker {
        @Override
        public boolean block() throws InterruptedException {
            latch.await();
            return true;
        }

        @Override
        public boolean isReleasable() {
            return latch.getCount() == 0;
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<Integer> first = pool.submit(() -> { ForkJoinPool.managedBlock(new AtLatch()); return 1; });
        pool.submit(latch::countDown);
        first.get();
    }
}
