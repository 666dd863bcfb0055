/** A thread that has slept for 50 ms knows that 50 ms are over. */
public class Main {
    static volatile int sum;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> sum = 1);
        other.start();
        long start = System.nanoTime();
        Thread.sleep(50);
        long elapsed = System.nanoTime() - start;
        assert elapsed >= 50_000_000L;
        other.join();
    }
}
