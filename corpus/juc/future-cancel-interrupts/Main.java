import java.util.concurrent.*;

/** Cancelling may interrupt a thread that has claimed the task and does not run it any more. */
public class Main {
    static volatile boolean ran;
    static boolean interrupted;

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> ran = true, 1);
        Thread runner = new Thread(() -> {
            task.run();
            interrupted = Thread.interrupted();
        });
        runner.start();
        boolean cancelled = task.cancel(true);
        runner.join();
        System.out.println(cancelled + " " + ran + " " + interrupted);
    }
}
