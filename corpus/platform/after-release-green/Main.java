public class Main {
    static final Object lock = new Object();
    static volatile int x, y;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                x = 1;
            }
            y = 1;
        });
        t.start();
        String seen;
        synchronized (lock) {
            seen = x + " " + y;
        }
        t.join();
        System.out.println(seen);
    }
}
