import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads ask a limiter of one permit per day, without waiting. */
public class Limiter {
    public static void main(String[] args) throws Exception {
        RateLimiter limiter = RateLimiter.of("r", RateLimiterConfig.custom()
                .limitForPeriod(1).limitRefreshPeriod(Duration.ofDays(1)).timeoutDuration(Duration.ZERO).build());
        AtomicInteger admitted = new AtomicInteger();
        Runnable use = () -> {
            if (limiter.acquirePermission()) {
                admitted.incrementAndGet();
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert admitted.get() >= 1 : admitted.get();
    }
}
