public class Main {
    static Object lock = new Object();

    public static void main(String[] args) {
        new Thread(() -> lock = null).start();
        synchronized (lock) {
            // reached only if the field was read in time
        }
    }
}
