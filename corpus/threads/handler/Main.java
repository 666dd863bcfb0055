public class Main {
    static String result = "nothing";

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            throw new IllegalStateException("expected");
        });
        t.setUncaughtExceptionHandler((thread, e) -> result = "handled");
        t.start();
        t.join();
        System.out.println(result);
    }
}
