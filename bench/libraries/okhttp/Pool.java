import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;

/** An empty pool of connections is emptied while it is asked how many there are. */
public class Pool {
    public static void main(String[] args) throws Exception {
        ConnectionPool pool = new ConnectionPool(1, 5, TimeUnit.MINUTES);
        Thread other = new Thread(pool::evictAll);
        other.start();
        assert pool.connectionCount() == 0 && pool.idleConnectionCount() == 0;
        other.join();
    }
}
