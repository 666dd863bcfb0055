public class Main {
    static final Object lock = new Object();
    static boolean done;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (lock) {
                done = true;
            }
        }).start();
        boolean seen = false;
        while (!seen) {
            synchronized (lock) {
                seen = done;
            }
        }
    }
}
