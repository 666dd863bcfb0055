/** Waits with a time-out, again and again, until the flag is set. */
public class Main {
    static final Object lock = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notify();
            }
        });
        setter.start();
        synchronized (lock) {
            while (!ready) {
                lock.wait(100);
            }
        }
        setter.join();
    }
}
