/** Threads that nobody can tell apart count under a lock; `main` waits for all of them. */
public class Main {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                synchronized (lock) {
                    count++;
                }
                synchronized (lock) {
                    count++;
                }
            });
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 8;
    }
}
