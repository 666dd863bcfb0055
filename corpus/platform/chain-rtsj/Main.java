public class Main {
    static final Object A = new Object(), B = new Object();
    static final StringBuffer out = new StringBuffer();
    static Thread thread(int priority, Runnable r) { Thread t = new Thread(r); t.setPriority(priority); return t; }
    public static void main(String[] args) throws Exception {
        Thread.currentThread().setPriority(10);
        Thread high = thread(8, () -> { synchronized (B) { out.append("high "); } });
        Thread other = thread(6, () -> out.append("other"));
        Thread middle = thread(4, () -> { synchronized (B) { high.start(); other.start(); synchronized (A) { out.append("middle "); } } });
        Thread low = thread(2, () -> { synchronized (A) { middle.start(); out.append("low "); } });
        low.start();
        low.join(); middle.join(); high.join(); other.join();
        System.out.println(out);
    }
}
