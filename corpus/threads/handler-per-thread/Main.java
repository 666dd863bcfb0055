public class Main {
    public static void main(String[] args) {
        Thread a = new Thread(() -> {
            throw new IllegalStateException();
        });
        a.setUncaughtExceptionHandler((thread, e) -> { });
        a.start();
        new Thread(() -> {
            throw new IllegalArgumentException();
        }).start();
    }
}
