import java.util.concurrent.*;

/** A worker counts its task, and is idle a moment later; both come after the result. */
public class Main {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1);
        pool.submit(() -> 1).get();
        long completed = pool.getCompletedTaskCount();
        int active = pool.getActiveCount();
        System.out.println(completed + " " + active);
        pool.shutdown();
    }
}
