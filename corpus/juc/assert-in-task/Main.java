import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An assertion fails in a submitted task, and nobody looks at its future. */
public class Main {
    static int value;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> {
            try {
                assert value == 1 : "value is " + value;
            } finally {
                value = 2;
            }
        });
        pool.shutdown();
    }
}
