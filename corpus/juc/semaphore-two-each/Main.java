import java.util.concurrent.Semaphore;

public class Main {
    static final Semaphore permits = new Semaphore(2);

    static void work() {
        permits.acquireUninterruptibly();
        permits.acquireUninterruptibly();
        permits.release(2);
    }

    public static void main(String[] args) {
        new Thread(() -> work()).start();
        work();
    }
}
