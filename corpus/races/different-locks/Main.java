/** Both threads hold a lock, but not the same one. */
public class Main {
    static final Object red = new Object();
    static final Object blue = new Object();
    static int n;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (red) {
                n++;
            }
        }).start();
        synchronized (blue) {
            n++;
        }
    }
}
