public class Main {
    static Object lock = new Object();
    static int n;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                lock = new Object();
                n++;
            }
        }).start();
        synchronized (lock) {
            n++;
        }
    }
}
