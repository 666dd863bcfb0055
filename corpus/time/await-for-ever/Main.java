import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A time-out that is as long as can be is none. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        new Thread(latch::countDown).start();
        boolean open = latch.await(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        assert open;
    }
}
