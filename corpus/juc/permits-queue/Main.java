import java.util.concurrent.Semaphore;

/** Two permits are asked for before one; the one that is released is of no use to the first in the queue. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Semaphore permits = new Semaphore(0);
        Thread many = new Thread(() -> permits.acquireUninterruptibly(2), "many");
        Thread one = new Thread(() -> permits.acquireUninterruptibly(), "one");
        many.start();
        one.start();
        permits.release();
        one.join();
        permits.release(2);
    }
}
