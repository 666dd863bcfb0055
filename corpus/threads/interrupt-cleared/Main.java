public class Main {
    static final Object lock = new Object();

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            if (Thread.interrupted()) {
                synchronized (lock) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        // the end that the author had in mind
                    }
                }
            }
        });
        t.start();
        t.interrupt();
    }
}
