/** A timed wait that computes what is left of its time, as the documentation of wait recommends. */
public class Main {
    static final Object lock = new Object();
    static boolean ready;

    static boolean await(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        synchronized (lock) {
            while (!ready) {
                long left = (end - System.nanoTime()) / 1_000_000;
                if (left <= 0) {
                    return false;
                }
                lock.wait(left);
            }
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notifyAll();
            }
        });
        setter.start();
        boolean seen = await(500);
        setter.join();
        assert seen == false || ready;
    }
}
