public class Main {
    static final Object lock = new Object();
    static int x;
    static int y;
    static int r1;

    static void first() {
        synchronized (lock) {
            x = 1;
        }
        synchronized (lock) {
            r1 = y;
        }
    }

    static int second() {
        synchronized (lock) {
            y = 1;
        }
        synchronized (lock) {
            return x;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> first());
        t.start();
        int r2 = second();
        t.join();
        System.out.println("r1=" + r1 + " r2=" + r2);
    }
}
