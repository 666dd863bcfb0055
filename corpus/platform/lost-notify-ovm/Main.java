public class Main {
    static final Object lock = new Object();
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { synchronized (lock) { try { lock.wait(); } catch (InterruptedException e) { } } });
        t.start();
        synchronized (lock) { lock.notify(); }
        t.join();
    }
}
