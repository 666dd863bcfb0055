public class Main {
    static final Object a = new Object();
    static final Object b = new Object();
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (b) {
                ready = true;
                b.notifyAll();
            }
        }).start();
        synchronized (a) {
            while (!ready) a.wait();
        }
    }
}
