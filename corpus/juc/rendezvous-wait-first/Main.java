import java.util.concurrent.*;

public class Main {
    static final Semaphore a = new Semaphore(0);
    static final Semaphore b = new Semaphore(0);

    public static void main(String[] args) {
        new Thread(() -> {
            b.acquireUninterruptibly();
            a.release();
        }).start();
        a.acquireUninterruptibly();
        b.release();
    }
}
