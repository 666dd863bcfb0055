import org.apache.kafka.clients.Metadata;
import org.apache.kafka.common.internals.ClusterResourceListeners;
import org.apache.kafka.common.utils.LogContext;

/** Two threads ask for an update of the metadata while it is looked at: the request is not lost. */
public class MetadataRequests {
    public static void main(String[] args) throws Exception {
        Metadata metadata = new Metadata(100, 1000, 60_000, new LogContext(), new ClusterResourceListeners());
        Thread other = new Thread(() -> metadata.requestUpdate(true));
        other.start();
        int version = metadata.requestUpdate(true);
        other.join();
        assert metadata.updateRequested() && version == metadata.updateVersion();
        metadata.close();
        assert metadata.isClosed();
    }
}
