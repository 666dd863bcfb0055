import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The worker of a pool inherits an object from the thread that submits the first task. */
public class Main {
    private static final InheritableThreadLocal<int[]> COUNT = new InheritableThreadLocal<>();

    public static void main(String[] args) throws Exception {
        int[] count = new int[1];
        COUNT.set(count);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<?> task = pool.submit(() -> {
            COUNT.get()[0]++;
        });
        count[0]++;
        task.get();
        pool.shutdown();
        System.out.println(count[0]);
    }
}
