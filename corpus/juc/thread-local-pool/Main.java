import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class Main {
    static final ThreadLocal<Integer> user = new ThreadLocal<>();

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        executor.execute(() -> user.set(1));
        boolean leaked = executor.submit(() -> user.get() != null).get();
        executor.shutdown();
        System.out.println("leaked=" + leaked);
    }
}
