import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.util.concurrent.atomic.AtomicInteger;

/** A circuit breaker that opens after two failures, seen by two threads. */
public class Breaker {
    public static void main(String[] args) throws Exception {
        CircuitBreaker breaker = CircuitBreaker.of("b", CircuitBreakerConfig.custom()
                .slidingWindowSize(2).minimumNumberOfCalls(2).failureRateThreshold(50).build());
        Runnable failing = () -> {
            try {
                breaker.executeRunnable(() -> {
                    throw new IllegalStateException("down");
                });
            } catch (IllegalStateException expected) {
                // counted by the breaker
            }
        };
        Thread other = new Thread(failing);
        other.start();
        failing.run();
        other.join();
        assert breaker.getState() == CircuitBreaker.State.OPEN : breaker.getState();
    }
}
