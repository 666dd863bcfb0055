public class Main {
    static final Object lock = new Object();
    static boolean work;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                try {
                    while (!work) lock.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println("end");
    }
}
