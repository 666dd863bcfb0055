import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicInteger;

/** An asynchronous cache loads once for two callers. */
public class AsyncLoads {
    public static void main(String[] args) throws Exception {
        AtomicInteger loads = new AtomicInteger();
        AsyncLoadingCache<String, Integer> cache = Caffeine.newBuilder()
                .executor(Runnable::run).buildAsync(key -> loads.incrementAndGet());
        int[] seen = new int[2];
        Thread other = new Thread(() -> seen[0] = cache.get("a").join());
        other.start();
        seen[1] = cache.get("a").join();
        other.join();
        assert seen[0] == 1 && seen[1] == 1 && loads.get() == 1;
    }
}
