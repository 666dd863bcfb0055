import java.util.concurrent.Semaphore;

/** A permit that is never given back, while another thread polls. */
public class Main {
    static volatile boolean through;

    public static void main(String[] args) throws Exception {
        Semaphore permits = new Semaphore(1);
        Thread owner = new Thread(permits::acquireUninterruptibly);
        owner.start();
        owner.join();
        Thread next = new Thread(() -> {
            permits.acquireUninterruptibly();
            through = true;
        });
        next.start();
        while (!through) {
            Thread.yield();
        }
    }
}
