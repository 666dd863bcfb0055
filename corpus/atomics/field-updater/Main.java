import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class Main {
    volatile int n;
    static final AtomicIntegerFieldUpdater<Main> N = AtomicIntegerFieldUpdater.newUpdater(Main.class, "n");

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t = new Thread(() -> N.incrementAndGet(m));
        t.start();
        N.incrementAndGet(m);
        t.join();
        System.out.println("n=" + m.n);
    }
}
