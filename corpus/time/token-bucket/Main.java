/** Hands out ten tokens a second, at most five at once. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        long last = System.nanoTime();
        Thread work = new Thread(() -> {});
        work.start();
        work.join();
        long tokens = Math.min(5, (System.nanoTime() - last) * 10 / 1_000_000_000L);
        assert tokens >= 0 && tokens <= 5;
    }
}
