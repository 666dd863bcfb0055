import java.util.concurrent.*;

/** A task that is scheduled while the pool is stopped is refused, given back, run, or cancelled at once. */
public class Main {
    static int left = -1;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        Thread stopper = new Thread(() -> left = pool.shutdownNow().size());
        stopper.start();
        String what;
        ScheduledFuture<?> future = null;
        try {
            future = pool.schedule(() -> {}, 1, TimeUnit.SECONDS);
            what = "accepted";
        } catch (RejectedExecutionException e) {
            what = "refused";
        }
        stopper.join();
        assert pool.awaitTermination(2, TimeUnit.DAYS);
        boolean cancelled = future != null && future.isCancelled();
        boolean done = future != null && future.isDone() && !cancelled;
        System.out.println(what + " " + left + (cancelled ? " cancelled" : done ? " done" : ""));
    }
}
