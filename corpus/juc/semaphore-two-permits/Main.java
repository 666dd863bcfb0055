import java.util.concurrent.Semaphore;

public class Main {
    static final Semaphore permits = new Semaphore(2);
    static int n;

    static void add() {
        permits.acquireUninterruptibly();
        n++;
        permits.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add());
        t.start();
        add();
        t.join();
        System.out.println("n=" + n);
    }
}
