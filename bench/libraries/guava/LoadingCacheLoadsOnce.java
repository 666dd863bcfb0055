import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import java.util.concurrent.atomic.AtomicInteger;

/** Two threads ask a loading cache for the same key: the value is loaded once and both get it. */
public class LoadingCacheLoadsOnce {
    public static void main(String[] args) throws Exception {
        AtomicInteger loads = new AtomicInteger();
        LoadingCache<String, String> cache = CacheBuilder.newBuilder().concurrencyLevel(1).build(new CacheLoader<>() {
            @Override public String load(String key) {
                loads.incrementAndGet();
                return key + "!";
            }
        });
        String[] seen = new String[2];
        Thread first = new Thread(() -> seen[0] = cache.getUnchecked("a"));
        Thread second = new Thread(() -> seen[1] = cache.getUnchecked("a"));
        first.start();
        second.start();
        first.join();
        second.join();
        assert seen[0] == seen[1] : seen[0] + ", " + seen[1];
        assert loads.get() == 1 : loads.get();
    }
}
