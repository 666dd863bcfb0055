import java.util.concurrent.locks.StampedLock;

public class Main {
    static final StampedLock lock = new StampedLock();
    static int n;

    static void add() {
        long stamp = lock.writeLock();
        n++;
        lock.unlockWrite(stamp);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add());
        t.start();
        add();
        t.join();
        System.out.println("n=" + n);
    }
}
