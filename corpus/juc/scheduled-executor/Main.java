import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Main {
    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ScheduledExecutorService executor = Executors.newScheduledThreadPool(1);
        int x = executor.schedule(() -> 7, 0, TimeUnit.SECONDS).get();
        executor.shutdown();
        System.out.println("x=" + x);
    }
}
