import org.apache.kafka.clients.producer.internals.ProducerMetadata;
import org.apache.kafka.common.internals.ClusterResourceListeners;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/** A producer that waits for metadata is told when it is closed. */
public class WaitForUpdate {
    public static void main(String[] args) throws Exception {
        ProducerMetadata metadata = new ProducerMetadata(
                100, 1000, 60_000, 60_000, new LogContext(), new ClusterResourceListeners(), Time.SYSTEM);
        Thread other = new Thread(metadata::close);
        other.start();
        boolean told = false;
        try {
            metadata.awaitUpdate(metadata.updateVersion(), 60_000);
        } catch (org.apache.kafka.common.errors.TimeoutException late) {
            told = true; // a wait may take any time
        } catch (org.apache.kafka.common.KafkaException closed) {
            told = true;
        }
        other.join();
        assert told;
    }
}
