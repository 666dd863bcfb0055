public class Main {
    static final Object lock = new Object();
    static boolean interrupted;
    static boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                    flag = Thread.currentThread().isInterrupted();
                }
            }
        });
        t.start();
        t.interrupt();
        t.join();
        System.out.println("interrupted=" + interrupted + " flag=" + flag);
    }
}
