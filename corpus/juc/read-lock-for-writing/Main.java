import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Main {
    static final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    static int x;

    static void add() {
        rw.readLock().lock();
        x++;
        rw.readLock().unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> add()).start();
        add();
    }
}
