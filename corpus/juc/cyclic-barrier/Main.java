import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class Main {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static int a;
    static int b;
    static int seen;

    static void meet() {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            a = 1;
            meet();
            seen = b;
        });
        t.start();
        b = 2;
        meet();
        int mine = a;
        t.join();
        System.out.println(mine + " " + seen);
    }
}
