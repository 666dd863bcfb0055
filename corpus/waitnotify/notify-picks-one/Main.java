public class Main {
    static final Object lock = new Object();
    static boolean open;

    static void pass() {
        synchronized (lock) {
            try {
                while (!open) lock.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> pass()).start();
        new Thread(() -> pass()).start();
        synchronized (lock) {
            open = true;
            lock.notify();
        }
    }
}
