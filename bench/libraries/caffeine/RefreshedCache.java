import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

/** A value is refreshed while another thread reads it: it is the old one or the new one. */
public class RefreshedCache {
    static volatile int version = 1;

    public static void main(String[] args) throws Exception {
        LoadingCache<String, Integer> cache = Caffeine.newBuilder().executor(Runnable::run).build(key -> version);
        assert cache.get("key") == 1;
        version = 2;
        Thread other = new Thread(() -> cache.refresh("key"));
        other.start();
        int seen = cache.get("key");
        assert seen == 1 || seen == 2;
        other.join();
        assert cache.get("key") == 2;
    }
}
