public class Main {
    private int permits = 1;
    static int n;

    synchronized void acquire() throws InterruptedException {
        while (permits == 0) wait();
        permits--;
    }

    synchronized void release() {
        permits++;
        notify();
    }

    static void work(Main semaphore) throws InterruptedException {
        semaphore.acquire();
        n++;
        semaphore.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Main semaphore = new Main();
        Thread t = new Thread(() -> {
            try {
                work(semaphore);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        t.start();
        work(semaphore);
        t.join();
        System.out.println("n=" + n);
    }
}
