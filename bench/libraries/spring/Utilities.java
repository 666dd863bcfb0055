import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.util.ConcurrentLruCache;
import org.springframework.util.ConcurrentReferenceHashMap;
import org.springframework.util.function.SingletonSupplier;

/** Caches of spring-core under two threads. */
public class Utilities {
    static int made;

    public static void main(String[] args) throws Exception {
        ConcurrentReferenceHashMap<String, Integer> map = new ConcurrentReferenceHashMap<>(4, ConcurrentReferenceHashMap.ReferenceType.SOFT);
        ConcurrentLruCache<String, Integer> recent = new ConcurrentLruCache<>(1, String::length);
        SingletonSupplier<Object> single = SingletonSupplier.of(() -> {
            made++;
            return new Object();
        });
        Object[] seen = new Object[2];
        Thread other = new Thread(() -> {
            map.put("a", 1);
            assert recent.get("aa") == 2;
            seen[0] = single.get();
        });
        other.start();
        map.put("b", 2);
        assert recent.get("b") == 1;
        seen[1] = single.get();
        other.join();
        assert map.size() == 2 && made == 1 && seen[0] == seen[1];
    }
}
