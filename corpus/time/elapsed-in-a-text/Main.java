public class Main {
    static int messages;

    static synchronized void log(String message) {
        messages++;
    }

    public static void main(String[] args) throws InterruptedException {
        long start = System.nanoTime();
        Thread other = new Thread(() -> log("took " + (System.nanoTime() - start) / 1_000_000 + " ms"));
        other.start();
        log(new StringBuilder("took ").append((int) ((System.nanoTime() - start) / 1_000_000_000)).append(" s").toString());
        other.join();
        assert messages == 2;
    }
}
