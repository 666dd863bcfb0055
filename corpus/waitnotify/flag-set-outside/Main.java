public class Main {
    static final Object lock = new Object();
    static volatile boolean ready;
    static volatile boolean waiting;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            ready = true;
            if (waiting) {
                synchronized (lock) {
                    lock.notify();
                }
            }
        }).start();
        synchronized (lock) {
            if (!ready) {
                waiting = true;
                lock.wait();
            }
        }
    }
}
