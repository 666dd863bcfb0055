public class Main {
    static int data, careless;
    static volatile boolean ready;

    public static void main(String[] args) {
        new Thread(() -> {
            data = 42;
            ready = true;
            careless = 1;
        }).start();
        while (!ready) {
            Thread.onSpinWait();
        }
        assert data == 42;
    }
}
