import java.util.concurrent.FutureTask;

/** A running task looks at whether it was cancelled, then at whether its thread was interrupted. */
public class Main {
    private static FutureTask<Void> task;

    public static void main(String[] args) {
        task = new FutureTask<>(() -> {
            boolean isCancelled = task.isCancelled();
            System.out.println(isCancelled + " " + Thread.currentThread().isInterrupted());
            return null;
        });
        new Thread(task).start();
        task.cancel(true);
    }
}
