import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class Main {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition notFull = lock.newCondition();
    private final Condition notEmpty = lock.newCondition();
    private int item = 1;

    void put(int x) {
        lock.lock();
        try {
            while (item != 0) notFull.awaitUninterruptibly();
            item = x;
            notEmpty.signal();
        } finally {
            lock.unlock();
        }
    }

    int take() {
        lock.lock();
        try {
            while (item == 0) notEmpty.awaitUninterruptibly();
            int x = item;
            item = 0;
            notFull.signal();
            return x;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        Main buffer = new Main();
        new Thread(() -> buffer.put(2)).start();
        int sum = buffer.take() + buffer.take();
        System.out.println("sum=" + sum);
    }
}
