import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded buffer with ReentrantLock and two conditions; the argument is the number of items. */
public class LockBuffer {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private final int[] items = new int[1];
    private int count;

    void put(int item) throws InterruptedException {
        lock.lock();
        try {
            while (count == items.length) {
                notFull.await();
            }
            items[count++] = item;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() throws InterruptedException {
        lock.lock();
        try {
            while (count == 0) {
                notEmpty.await();
            }
            notFull.signal();
            return items[--count];
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        int items = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        LockBuffer buffer = new LockBuffer();
        new Thread(() -> {
            try {
                for (int i = 0; i < items; i++) {
                    buffer.put(i);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        new Thread(() -> {
            try {
                for (int i = 0; i < items; i++) {
                    buffer.take();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
    }
}
