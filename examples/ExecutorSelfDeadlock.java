import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A report is made by a task that has its parts made by further tasks.
 *
 * <p>The pool has one thread. It runs the report, which waits for a part that stands in the queue
 * behind it. The same happens in a pool of ten threads when ten reports come at once.
 */
public class ExecutorSelfDeadlock {
    private static final ExecutorService pool = Executors.newFixedThreadPool(1);

    static int part() {
        return 21;
    }

    static int report() throws InterruptedException, ExecutionException {
        Callable<Integer> task = ExecutorSelfDeadlock::part;
        Future<Integer> part = pool.submit(task);
        return 2 * part.get(); // waits for a task that needs this very thread
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        Callable<Integer> task = ExecutorSelfDeadlock::report;
        Future<Integer> report = pool.submit(task);
        System.out.println("report: " + report.get());
        pool.shutdown();
    }
}
