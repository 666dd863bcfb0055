import org.eclipse.jetty.util.ConcurrentPool;
import org.eclipse.jetty.util.Pool;

/** Two threads acquire from a pool of one entry: never both at once. */
public class Pools {
    static int users;

    public static void main(String[] args) throws Exception {
        Pool<String> pool = new ConcurrentPool<>(ConcurrentPool.StrategyType.FIRST, 1);
        pool.reserve().enable("entry", false);
        Runnable use = () -> {
            Pool.Entry<String> entry = pool.acquire();
            if (entry != null) {
                users++;
                assert users == 1;
                users--;
                entry.release();
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert pool.getIdleCount() == 1;
    }
}
