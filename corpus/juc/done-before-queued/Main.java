import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Future;

/** A task of a completion service is done before it is in the queue of those that are. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        Thread[] runner = new Thread[1];
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(task -> {
            runner[0] = new Thread(task);
            runner[0].start();
        });
        Future<Integer> future = service.submit(() -> 1);
        boolean done = future.isDone();
        boolean queued = service.poll() != null;
        runner[0].join();
        System.out.println(done + " " + queued);
    }
}
