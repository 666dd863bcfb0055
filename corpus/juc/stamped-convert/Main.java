import java.util.concurrent.locks.*;

public class Main {
    static final StampedLock lock = new StampedLock();
    static int data;

    static void work() {
        long stamp = lock.readLock();
        int seen = data;
        long write = lock.tryConvertToWriteLock(stamp);
        if (write == 0) {
            lock.unlockRead(stamp);
            write = lock.writeLock();
        }
        data = seen + 1;
        lock.unlockWrite(write);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(Main::work);
        a.start();
        work();
        a.join();
        System.out.println(data);
    }
}
