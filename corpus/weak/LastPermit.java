// Store buffering that decides who takes a permit: only weak memory lets both take the one there is.
// sc: proved
// jmm: violated deadlock
import java.util.concurrent.Semaphore;

public class LastPermit {
    static int x, y;
    static final Semaphore permit = new Semaphore(1);

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            x = 1;
            if (y == 0) {
                permit.acquireUninterruptibly();
            }
        }, "one");
        Thread two = new Thread(() -> {
            y = 1;
            if (x == 0) {
                permit.acquireUninterruptibly();
            }
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
