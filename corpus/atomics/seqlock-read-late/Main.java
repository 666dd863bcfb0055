public class Main {
    static volatile int sequence;
    static volatile int x, y;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            sequence = 1;
            x = 1;
            y = 1;
            sequence = 2;
        }).start();
        int a = x;
        int b = y;
        if (sequence % 2 == 0) {
            assert a == b;
        }
    }
}
