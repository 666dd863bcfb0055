import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The time-out may fire early, but it also fires because of a deadlock: that is the violation to show. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        CountDownLatch done = new CountDownLatch(2);
        new Thread(() -> takeBoth(left, right, done), "one").start();
        new Thread(() -> takeBoth(right, left, done), "two").start();
        if (!done.await(5, TimeUnit.SECONDS)) {
            throw new IllegalStateException("too slow");
        }
    }

    static void takeBoth(Object first, Object second, CountDownLatch done) {
        synchronized (first) {
            synchronized (second) {
                done.countDown();
            }
        }
    }
}
