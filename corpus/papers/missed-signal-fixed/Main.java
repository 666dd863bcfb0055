public class Main {
    static final Object o = new Object();
    static int x;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (o) {
                x = 1;
                o.notify();
            }
        }).start();
        new Thread(() -> {
            synchronized (o) {
                try {
                    while (x == 0) o.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                int y = x;
                assert y == 1;
            }
        }).start();
    }
}
