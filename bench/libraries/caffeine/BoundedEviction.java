import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Two threads put into a cache of one entry; after maintenance one is left. */
public class BoundedEviction {
    public static void main(String[] args) throws Exception {
        Cache<Integer, Integer> cache = Caffeine.newBuilder().maximumSize(1).executor(Runnable::run).build();
        Thread other = new Thread(() -> cache.put(1, 1));
        other.start();
        cache.put(2, 2);
        other.join();
        cache.cleanUp();
        assert cache.estimatedSize() == 1 : cache.estimatedSize();
    }
}
