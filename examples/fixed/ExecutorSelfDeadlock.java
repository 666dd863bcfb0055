import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A report is made by a task of a pool.
 *
 * <p>The report makes its part itself. A task of the pool never waits for another task of the same
 * pool; if parts must be made at the same time, they get a pool of their own.
 */
public class ExecutorSelfDeadlock {
    private static final ExecutorService pool = Executors.newFixedThreadPool(1);

    static int part() {
        return 21;
    }

    static int report() {
        return 2 * part();
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Callable<Integer> task = ExecutorSelfDeadlock::report;
        Future<Integer> report = pool.submit(task);
        System.out.println("report: " + report.get());
        pool.shutdown();
    }
}
