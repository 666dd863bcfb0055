/** Keeps a sum of times, as profilers do. */
public class Main {
    static long busy;

    public static void main(String[] args) throws InterruptedException {
        busy -= System.nanoTime();
        Thread work = new Thread(() -> {});
        work.start();
        work.join();
        busy += System.nanoTime();
        assert busy < 1_000_000_000L : "more than a second";
    }
}
