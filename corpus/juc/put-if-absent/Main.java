import java.util.concurrent.ConcurrentHashMap;

public class Main {
    static final ConcurrentHashMap<Integer, Object> cache = new ConcurrentHashMap<>();
    static Object other;

    static Object get() {
        Object fresh = new Object();
        Object old = cache.putIfAbsent(1, fresh);
        return old == null ? fresh : old;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> other = get());
        t.start();
        Object mine = get();
        t.join();
        System.out.println("same=" + (mine == other));
    }
}
