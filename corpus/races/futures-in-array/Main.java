import java.util.concurrent.CompletableFuture;

/** Futures are combined while another thread replaces one of them. */
public class Main {
    public static void main(String[] args) {
        CompletableFuture<?>[] futures = { CompletableFuture.completedFuture(1), CompletableFuture.completedFuture(2) };
        new Thread(() -> futures[1] = new CompletableFuture<Integer>()).start();
        System.out.println(CompletableFuture.allOf(futures).isDone());
    }
}
