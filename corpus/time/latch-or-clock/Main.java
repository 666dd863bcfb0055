import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Fails if the latch times out early, but also if this thread is slow: nothing is said about what it needs. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        long begin = System.nanoTime();
        new Thread(done::countDown, "worker").start();
        assert done.await(5, TimeUnit.SECONDS) && System.nanoTime() - begin < 1_000_000_000;
    }
}
