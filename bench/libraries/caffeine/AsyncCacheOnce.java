import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads ask an asynchronous cache for one key: it is computed once, and both get the same future. */
public class AsyncCacheOnce {
    public static void main(String[] args) throws Exception {
        AtomicInteger computed = new AtomicInteger();
        AsyncCache<String, Integer> cache = Caffeine.newBuilder().executor(Runnable::run).buildAsync();
        CompletableFuture<?>[] futures = new CompletableFuture<?>[2];
        Thread other = new Thread(() -> futures[0] = cache.get("key", key -> computed.incrementAndGet()));
        other.start();
        futures[1] = cache.get("key", key -> computed.incrementAndGet());
        other.join();
        assert futures[0].join().equals(1) && futures[1].join().equals(1);
        assert computed.get() == 1 && cache.synchronous().getIfPresent("key") == 1;
    }
}
