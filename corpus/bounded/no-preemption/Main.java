public class Main {
    static final Object a = new Object();
    static final Object b = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (a) {
                synchronized (b) {
                    // both locks held
                }
            }
        }).start();
        synchronized (b) {
            synchronized (a) {
                // both locks held
            }
        }
    }
}
