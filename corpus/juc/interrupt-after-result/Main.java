import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** A thread is interrupted after the result that it waits for has come. */
public class Main {
    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                System.out.println(future.get());
            } catch (InterruptedException early) {
                System.out.println("interrupted");
            } catch (ExecutionException never) {
                System.out.println("failed");
            }
        });
        waiting.start();
        future.complete(1);
        waiting.interrupt();
    }
}
