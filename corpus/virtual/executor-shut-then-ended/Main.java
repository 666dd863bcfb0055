import java.util.concurrent.*;

/** An executor is shut down before it has ended, and it ends after the results of its tasks. */
public class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Future<Integer> future = executor.submit(() -> 1);
        Thread closer = new Thread(executor::shutdown);
        closer.start();
        boolean shut = executor.isShutdown();
        boolean done = future.isDone();
        boolean ended = executor.isTerminated();
        closer.join();
        System.out.println(shut + " " + done + " " + ended);
    }
}
