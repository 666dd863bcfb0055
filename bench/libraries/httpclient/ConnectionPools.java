import java.util.concurrent.Future;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.ModalCloseable;
import org.apache.hc.core5.pool.PoolEntry;
import org.apache.hc.core5.pool.StrictConnPool;
import org.apache.hc.core5.util.Timeout;

/** Two threads lease from a connection pool of one. */
public class ConnectionPools {
    static class Stub implements ModalCloseable {
        @Override public void close(CloseMode mode) { }
        @Override public void close() { }
    }

    static int users;

    public static void main(String[] args) throws Exception {
        StrictConnPool<String, Stub> pool = new StrictConnPool<>(1, 1);
        Runnable use = () -> {
            try {
                PoolEntry<String, Stub> entry = pool.lease("route", null, Timeout.DISABLED, null).get();
                users++;
                assert users == 1;
                users--;
                pool.release(entry, true);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        pool.close(CloseMode.IMMEDIATE);
    }
}
