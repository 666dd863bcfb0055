import com.google.common.util.concurrent.RateLimiter;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads try a limiter of one permit per second: at least the first one gets it. */
public class RateLimiterTries {
    public static void main(String[] args) throws Exception {
        RateLimiter limiter = RateLimiter.create(1.0);
        AtomicInteger admitted = new AtomicInteger();
        Runnable task = () -> {
            if (limiter.tryAcquire()) {
                admitted.incrementAndGet();
            }
        };
        Thread a = new Thread(task);
        Thread b = new Thread(task);
        a.start();
        b.start();
        a.join();
        b.join();
        assert admitted.get() >= 1 && admitted.get() <= 2 : admitted.get();
    }
}
