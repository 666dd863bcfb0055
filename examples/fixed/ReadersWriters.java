/**
 * A read-write lock made of one monitor.
 *
 * <p>A reader looks again each time it wakes up: being notified only means that something has
 * changed, not that it is this thread's turn.
 */
public class ReadersWriters {
    static final class ReadWriteLock {
        private int readers;
        private boolean writing;

        synchronized void lockRead() throws InterruptedException {
            while (writing) wait();
            readers++;
        }

        synchronized void unlockRead() {
            readers--;
            notifyAll();
        }

        synchronized void lockWrite() throws InterruptedException {
            while (writing || readers > 0) wait();
            writing = true;
        }

        synchronized void unlockWrite() {
            writing = false;
            notifyAll();
        }
    }

    private static final ReadWriteLock lock = new ReadWriteLock();
    private static int left;
    private static int right;

    static void write() {
        try {
            lock.lockWrite();
            left++;
            right++;
            lock.unlockWrite();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(ReadersWriters::write, "writer 1").start();
        new Thread(ReadersWriters::write, "writer 2").start();

        lock.lockRead();
        assert left == right : "read half an update";
        lock.unlockRead();
        System.out.println("consistent");
    }
}
