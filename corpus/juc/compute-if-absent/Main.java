import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final ConcurrentHashMap<Integer, Object> cache = new ConcurrentHashMap<>();
    static final AtomicInteger made = new AtomicInteger();
    static Object other;

    static Object get() {
        return cache.computeIfAbsent(1, key -> {
            made.incrementAndGet();
            return new Object();
        });
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = get());
        t.start();
        Object mine = get();
        t.join();
        System.out.println("made=" + made.get() + " same=" + (mine == other));
    }
}
