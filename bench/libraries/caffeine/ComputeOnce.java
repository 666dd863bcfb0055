import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads ask an unbounded cache for the same key: the mapping function runs once. */
public class ComputeOnce {
    public static void main(String[] args) throws Exception {
        Cache<String, Object> cache = Caffeine.newBuilder().build();
        AtomicInteger computed = new AtomicInteger();
        Object[] seen = new Object[2];
        Thread other = new Thread(() -> seen[0] = cache.get("k", key -> computed.incrementAndGet()));
        other.start();
        seen[1] = cache.get("k", key -> computed.incrementAndGet());
        other.join();
        assert computed.get() == 1 && seen[0] == seen[1];
    }
}
