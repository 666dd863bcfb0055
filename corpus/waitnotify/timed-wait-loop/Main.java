public class Main {
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            synchronized (lock) {
                ready = true;
            }
        }).start();
        synchronized (lock) {
            while (!ready) {
                lock.wait(100);
            }
        }
        System.out.println("ready");
    }
}
