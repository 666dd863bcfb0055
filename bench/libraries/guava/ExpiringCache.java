import com.google.common.cache.CacheBuilder;
import com.google.common.cache.CacheLoader;
import com.google.common.cache.LoadingCache;
import java.util.concurrent.TimeUnit;

/** Entries of a cache that expire: whoever asks gets a value that was loaded, perhaps anew. */
public class ExpiringCache {
    public static void main(String[] args) throws Exception {
        LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().expireAfterWrite(1, TimeUnit.MINUTES)
                .concurrencyLevel(1).build(CacheLoader.from(String::length));
        Thread other = new Thread(() -> {
            assert cache.getUnchecked("key") == 3;
        });
        other.start();
        assert cache.get("key") == 3;
        other.join();
        assert cache.size() == 1;
    }
}
