import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Thread thread = new Thread(runs::incrementAndGet);
        thread.start();
        thread.run();
        thread.join();
        System.out.println("ran " + runs);
    }
}
