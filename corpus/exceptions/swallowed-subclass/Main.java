import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A task fails with an assertion of its own class, as assertions of test libraries do. */
public class Main {
    static class Failed extends AssertionError {}

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            throw new Failed();
        });
        pool.shutdown();
    }
}
