import java.util.concurrent.locks.ReentrantReadWriteLock;

public class Main {
    public static void main(String[] args) {
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
        rw.readLock().lock();
        rw.writeLock().lock();
        rw.writeLock().unlock();
        rw.readLock().unlock();
    }
}
