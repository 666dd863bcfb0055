public class Main {
    static final Object lock = new Object();
    static boolean ready;

    static void prepare(int[] input) {
        synchronized (lock) {
            ready = input[0] > 0;
            lock.notifyAll();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> prepare(new int[0])).start();
        synchronized (lock) {
            while (!ready) lock.wait();
        }
    }
}
