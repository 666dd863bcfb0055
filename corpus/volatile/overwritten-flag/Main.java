public class Main {
    static volatile boolean done;
    static int x;

    public static void main(String[] args) {
        new Thread(() -> {
            x = 1;
            done = true;
            x = 2;
        }).start();
        if (done) {
            int r = x;
            assert r == 1 || r == 2;
        }
    }
}
