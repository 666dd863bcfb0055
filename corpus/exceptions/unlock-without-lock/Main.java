import java.util.concurrent.locks.ReentrantLock;

public class Main {
    static final ReentrantLock lock = new ReentrantLock();
    static int n;

    static void add() {
        try {
            if (lock.tryLock()) n++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> add()).start();
        add();
    }
}
