import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();
    static int n;

    static void add() {
        lock.lock();
        try {
            n++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.startVirtualThread(() -> add());
        Thread u = Thread.startVirtualThread(() -> add());
        t.join();
        u.join();
        System.out.println("n=" + n);
    }
}
