import java.util.concurrent.atomic.AtomicIntegerArray;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray cells = new AtomicIntegerArray(1);
        Thread t = new Thread(() -> cells.incrementAndGet(0));
        t.start();
        cells.incrementAndGet(0);
        t.join();
        System.out.println("n=" + cells.get(0));
    }
}
