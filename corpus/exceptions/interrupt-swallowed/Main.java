public class Main {
    static final Object lock = new Object();
    static boolean work;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                while (!work) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        // swallowed: the loop goes on
                    }
                }
            }
        });
        t.start();
        t.interrupt();
        t.join();
    }
}
