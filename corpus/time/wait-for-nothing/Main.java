/** Waits for what is left of ten milliseconds, rounded down. */
public class Main {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            long end = System.nanoTime() + 10_000_000;
            while (!ready) {
                long left = end - System.nanoTime();
                if (left <= 0) {
                    break;
                }
                lock.wait(left / 1_000_000);
            }
        }
    }
}
