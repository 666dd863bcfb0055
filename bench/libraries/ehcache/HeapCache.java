import org.ehcache.Cache;
import org.ehcache.CacheManager;
import org.ehcache.config.builders.CacheConfigurationBuilder;
import org.ehcache.config.builders.CacheManagerBuilder;
import org.ehcache.config.builders.ResourcePoolsBuilder;

/** Two threads put if absent into a heap cache: one wins. */
public class HeapCache {
    public static void main(String[] args) throws Exception {
        try (CacheManager manager = CacheManagerBuilder.newCacheManagerBuilder().build(true)) {
            Cache<Long, String> cache = manager.createCache("cache", CacheConfigurationBuilder
                    .newCacheConfigurationBuilder(Long.class, String.class, ResourcePoolsBuilder.heap(10)));
            String[] before = new String[2];
            Thread other = new Thread(() -> before[0] = cache.putIfAbsent(1L, "other"));
            other.start();
            before[1] = cache.putIfAbsent(1L, "main");
            other.join();
            assert (before[0] == null) != (before[1] == null);
            assert cache.get(1L).equals(before[0] == null ? "other" : "main");
        }
    }
}
