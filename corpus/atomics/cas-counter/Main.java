import java.util.concurrent.atomic.AtomicInteger;

public class Main {
    static final AtomicInteger n = new AtomicInteger();

    static void add() {
        int old;
        do {
            old = n.get();
        } while (!n.compareAndSet(old, old + 1));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add());
        t.start();
        add();
        t.join();
        System.out.println("n=" + n.get());
    }
}
