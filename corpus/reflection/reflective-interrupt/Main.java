public class Main {
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    throw new AssertionError("interrupted");
                }
            }
        });
        t.start();
        new Thread(() -> {
            synchronized (lock) {
                lock.notify();
            }
        }).start();
        Thread.class.getMethod("interrupt").invoke(t);
    }
}
