import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class Main {
    static class Mutex extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean tryAcquire(int arg) {
            if (getState() != 0) return false;
            setState(1);
            return true;
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

    public static void main(String[] args) {
        new Thread(() -> add()).start();
        add();
    }
}
