import java.util.concurrent.locks.*;

public class Main {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> {
            lock.readLock().lock();
            int seen = data;
            lock.readLock().unlock();
            assert seen == 0 || seen == 1;
        });
        a.start();
        lock.writeLock().lock();
        data = 1;
        lock.readLock().lock();
        lock.writeLock().unlock();
        System.out.println(data);
        lock.readLock().unlock();
        a.join();
    }
}
