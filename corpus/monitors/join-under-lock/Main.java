public class Main {
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                // needs the lock for a moment
            }
        });
        t.start();
        synchronized (lock) {
            t.join();
        }
    }
}
