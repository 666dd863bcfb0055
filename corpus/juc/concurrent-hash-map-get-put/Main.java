import java.util.concurrent.ConcurrentHashMap;

public class Main {
    static final ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();

    static void count() {
        Integer old = counts.get(1);
        counts.put(1, old + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        counts.put(1, 0);
        Thread t = new Thread(() -> count());
        t.start();
        count();
        t.join();
        assert counts.get(1) == 2 : "lost update";
    }
}
