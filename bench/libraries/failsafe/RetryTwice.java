import dev.failsafe.CircuitBreaker;
import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads share a retry policy and a circuit breaker. */
public class RetryTwice {
    public static void main(String[] args) throws Exception {
        RetryPolicy<Integer> retry = RetryPolicy.<Integer>builder().withMaxRetries(2).build();
        CircuitBreaker<Integer> breaker = CircuitBreaker.<Integer>builder().withFailureThreshold(5).build();
        AtomicInteger calls = new AtomicInteger();
        Runnable use = () -> {
            int result = Failsafe.with(retry, breaker).get(() -> {
                if (calls.incrementAndGet() == 1) {
                    throw new IllegalStateException("first call");
                }
                return 7;
            });
            assert result == 7;
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert calls.get() == 3 : calls.get();
    }
}
