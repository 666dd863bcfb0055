import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Fails only if the five seconds are over before the worker has done its little work. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        new Thread(done::countDown, "worker").start();
        if (!done.await(5, TimeUnit.SECONDS)) {
            throw new AssertionError("the worker is too slow");
        }
    }
}
