public class Main {
    static final Object lock = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                ready = true;
                lock.notifyAll();
            }
        });
        t.start();
        boolean seen;
        boolean held;
        synchronized (lock) {
            synchronized (lock) {
                while (!ready) lock.wait();
                seen = ready;
            }
            held = Thread.holdsLock(lock);
        }
        t.join();
        System.out.println("seen=" + seen + " held=" + held);
    }
}
