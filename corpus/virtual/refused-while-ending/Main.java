import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;

/** A task is submitted while its pool is shut down; somebody looks whether the pool has ended. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor();
        String[] told = {"run"};
        Thread thread = new Thread(() -> {
            try {
                pool.execute(() -> {});
            } catch (RejectedExecutionException e) {
                told[0] = "refused";
            }
        });
        thread.start();
        pool.shutdown();
        boolean ended = pool.isTerminated();
        thread.join();
        System.out.println(told[0] + " " + ended);
    }
}
