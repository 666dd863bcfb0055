import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final AtomicInteger n = new AtomicInteger(1);

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> n.updateAndGet(v -> v * 2));
        t.start();
        n.updateAndGet(v -> v + 1);
        t.join();
        System.out.println("n=" + n.get());
    }
}
