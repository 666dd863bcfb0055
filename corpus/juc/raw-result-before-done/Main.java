import java.util.concurrent.RecursiveTask;

/** Sees the result of a task that is not done yet. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        RecursiveTask<Integer> task = new RecursiveTask<>() {
            @Override
            protected Integer compute() {
                return 1;
            }
        };
        Thread other = new Thread(() -> task.complete(5));
        other.start();
        assert task.getRawResult() == null || task.isDone();
        other.join();
    }
}
