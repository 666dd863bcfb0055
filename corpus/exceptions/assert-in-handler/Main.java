public class Main {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException();
        });
        thread.setUncaughtExceptionHandler((dead, exception) -> {
            assert ready;
        });
        thread.start();
        ready = true;
    }
}
