import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.concurrent.EventCountCircuitBreaker;
import org.apache.commons.lang3.concurrent.ThresholdCircuitBreaker;

/** Two threads count events of circuit breakers. */
public class EventCounts {
    public static void main(String[] args) throws Exception {
        ThresholdCircuitBreaker threshold = new ThresholdCircuitBreaker(1);
        EventCountCircuitBreaker events = new EventCountCircuitBreaker(5, 1, TimeUnit.HOURS);
        Thread other = new Thread(() -> {
            threshold.incrementAndCheckState(1L);
            events.incrementAndCheckState();
        });
        other.start();
        threshold.incrementAndCheckState(1L);
        events.incrementAndCheckState();
        other.join();
        assert threshold.isOpen();
        assert !events.isOpen();
    }
}
