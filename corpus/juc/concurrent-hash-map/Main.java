import java.util.concurrent.ConcurrentHashMap;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<Integer, Integer> counts = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> counts.merge(1, 1, (a, b) -> a + b));
        t.start();
        counts.merge(1, 1, (a, b) -> a + b);
        t.join();
        System.out.println("n=" + counts.get(1));
    }
}
