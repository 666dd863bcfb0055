import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Main {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int x;
    static int y;

    public static void main(String[] args) {
        new Thread(() -> {
            rw.writeLock().lock();
            x = 1;
            y = 1;
            rw.writeLock().unlock();
        }).start();
        rw.readLock().lock();
        assert x == y;
        rw.readLock().unlock();
    }
}
