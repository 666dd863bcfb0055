public class Main {
    static final Object a = new Object();
    static final Object b = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                // both locks held
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = Thread.startVirtualThread(() -> both(a, b));
        Thread u = Thread.startVirtualThread(() -> both(b, a));
        t.join();
        u.join();
    }
}
