import java.util.concurrent.*;

public class Main {
    static final Semaphore a = new Semaphore(0);
    static final Semaphore b = new Semaphore(0);
    static int x, y;

    public static void main(String[] args) {
        new Thread(() -> {
            x = 1;
            a.release();
            b.acquireUninterruptibly();
            assert y == 1;
        }).start();
        y = 1;
        b.release();
        a.acquireUninterruptibly();
        assert x == 1;
    }
}
