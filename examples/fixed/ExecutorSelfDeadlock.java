import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A report is made by a task that has its parts made by further tasks.
 *
 * <p>Tasks that wait and tasks that work have a pool each, so a waiting report never occupies the
 * thread that its part needs.
 */
public class ExecutorSelfDeadlock {
    private static final ExecutorService reports = Executors.newFixedThreadPool(1);
    private static final ExecutorService parts = Executors.newFixedThreadPool(1);

    static int part() {
        return 21;
    }

    static int report() throws InterruptedException, ExecutionException {
        Callable<Integer> task = ExecutorSelfDeadlock::part;
        Future<Integer> part = parts.submit(task);
        return 2 * part.get();
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Callable<Integer> task = ExecutorSelfDeadlock::report;
        Future<Integer> report = reports.submit(task);
        System.out.println("report: " + report.get());
        reports.shutdown();
        parts.shutdown();
    }
}
