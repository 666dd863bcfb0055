/** Main waits forever, but it is not stuck: one of the others may end the program at any time. */
public class Main {
    static volatile boolean odd;

    public static void main(String[] args) throws Exception {
        new Thread(() -> {
            while (true) {
                if (odd) {
                    System.exit(0);
                }
                odd = !odd;
            }
        }).start();
        new Thread(() -> {
            while (true) {
                odd = !odd;
            }
        }).start();
        synchronized (Main.class) {
            Main.class.wait();
        }
    }
}
