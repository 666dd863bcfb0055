import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class Main {
    static class Mutex extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean tryAcquire(int arg) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int arg) {
            setState(0);
            return true;
        }
    }

    static final Mutex mutex = new Mutex();
    static int n;

    static void add() {
        mutex.acquire(1);
        n++;
        mutex.release(1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> add());
        t.start();
        add();
        t.join();
        System.out.println("n=" + n);
    }
}
