import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;

/** A bulkhead of one call lets one thread in at a time. */
public class Bulkheads {
    static int inside;

    public static void main(String[] args) throws Exception {
        Bulkhead bulkhead = Bulkhead.of("b", BulkheadConfig.custom().maxConcurrentCalls(1).maxWaitDuration(Duration.ZERO).build());
        Runnable use = () -> {
            if (bulkhead.tryAcquirePermission()) {
                inside++;
                assert inside == 1;
                inside--;
                bulkhead.onComplete();
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert bulkhead.getMetrics().getAvailableConcurrentCalls() == 1;
    }
}
