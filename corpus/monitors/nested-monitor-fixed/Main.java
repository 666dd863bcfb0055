public class Main {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (outer) {
                synchronized (inner) {
                    ready = true;
                    inner.notifyAll();
                }
            }
        }).start();
        synchronized (inner) {
            while (!ready) inner.wait();
        }
        synchronized (outer) {
            // uses what the other thread prepared
        }
    }
}
