import java.util.concurrent.*;

public class Main {
    static final Semaphore permits = new Semaphore(1);
    static int x;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            permits.acquireUninterruptibly();
            x++;
            permits.release();
        });
        a.start();
        permits.release();
        permits.acquireUninterruptibly();
        x++;
        permits.release();
        a.join();
    }
}
