import java.util.concurrent.ConcurrentHashMap;

public class Main {
    static final ConcurrentHashMap<Integer, Object> cache = new ConcurrentHashMap<>();
    static Object other;

    static Object get() {
        if (!cache.containsKey(1)) cache.put(1, new Object());
        return cache.get(1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = get());
        t.start();
        Object mine = get();
        t.join();
        assert mine == other : "two objects for one key";
    }
}
