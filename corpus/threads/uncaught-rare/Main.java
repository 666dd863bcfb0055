public class Main {
    static volatile int x = 1;

    public static void main(String[] args) {
        new Thread(() -> {
            x = 0;
            x = 1;
        }).start();
        int r = 1 / x;
        assert r == 1;
    }
}
