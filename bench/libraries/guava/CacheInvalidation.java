import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;

/** An entry that is invalidated while it is loaded: whoever asks next loads it again or gets what was loaded. */
public class CacheInvalidation {
    public static void main(String[] args) throws Exception {
        Cache<String, Integer> cache = CacheBuilder.newBuilder().maximumSize(2).concurrencyLevel(1).build();
        Thread other = new Thread(() -> cache.invalidate("key"));
        other.start();
        int value = cache.get("key", () -> 1);
        other.join();
        assert value == 1;
        Integer left = cache.getIfPresent("key");
        assert left == null || left == 1;
        assert cache.get("key", () -> 2) == (left == null ? 2 : 1);
    }
}
