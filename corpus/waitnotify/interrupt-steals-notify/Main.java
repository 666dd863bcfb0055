/** One notification for two waiters, one of whom is interrupted: if the interrupted one takes it, the other waits forever. */
public class Main {
    static final Object lock = new Object();
    static int waiting;
    static int returned;

    static void await() {
        synchronized (lock) {
            waiting++;
            try {
                lock.wait();
                returned++;
            } catch (InterruptedException e) {
                // The notification, if there was one, is the other's.
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread first = new Thread(Main::await);
        Thread second = new Thread(Main::await);
        first.start();
        second.start();
        boolean told = false;
        while (!told) {
            synchronized (lock) {
                if (waiting == 2) {
                    told = true;
                    lock.notify();
                    first.interrupt();
                }
            }
        }
        first.join();
        second.join();
        synchronized (lock) {
            assert returned == 1;
        }
    }
}
