import java.nio.ByteBuffer;
import org.apache.kafka.clients.producer.internals.BufferPool;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;

/** Two threads allocate from a buffer pool with room for one. */
public class BufferPools {
    public static void main(String[] args) throws Exception {
        Metrics metrics = new Metrics();
        BufferPool pool = new BufferPool(16, 16, metrics, Time.SYSTEM, "producer-metrics");
        Runnable use = () -> {
            try {
                ByteBuffer buffer = pool.allocate(16, 1_000_000_000L);
                buffer.putInt(1);
                pool.deallocate(buffer);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } catch (org.apache.kafka.clients.producer.BufferExhaustedException timedOut) {
                // a wait may take any time
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert pool.availableMemory() == 16;
    }
}
