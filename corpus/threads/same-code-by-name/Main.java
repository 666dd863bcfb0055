/** Threads run the same code, and the one that is called Thread-1 fails if it comes first. */
public class Main {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                synchronized (lock) {
                    count++;
                }
                synchronized (lock) {
                    assert count != 1 || !Thread.currentThread().getName().equals("Thread-1");
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
