public class Main {
    static final Object lock = new Object();
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            ready = true;
            synchronized (lock) {
                lock.notify();
            }
        }).start();
        if (!ready) {
            synchronized (lock) {
                lock.wait(10);
            }
        }
    }
}
