import java.util.concurrent.atomic.AtomicInteger;

/** Sets an atomic number by a plain write while another thread reads it. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger number = new AtomicInteger();
        Thread setter = new Thread(() -> number.setPlain(1));
        setter.start();
        int seen = number.get();
        setter.join();
        System.out.println(seen);
    }
}
