public class Main {
    static final Object lock = new Object();
    static boolean done;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            main.interrupt();
            synchronized (lock) {
                try {
                    while (!done) lock.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            synchronized (lock) {
                done = true;
                lock.notifyAll();
            }
            System.out.println("interrupted");
        }
    }
}
