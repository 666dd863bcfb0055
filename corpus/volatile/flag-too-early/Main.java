public class Main {
    static volatile boolean ready;
    static int data;

    public static void main(String[] args) {
        new Thread(() -> {
            ready = true;
            data = 42;
        }).start();
        while (!ready) Thread.onSpinWait();
        assert data == 42;
    }
}
