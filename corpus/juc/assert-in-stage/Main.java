import java.util.concurrent.CompletableFuture;

/** An assertion fails in the second stage of a future; a handler hangs on the first only. */
public class Main {
    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenAccept(value -> {
            assert value > 1;
        });
        future.whenComplete((value, error) -> {
            if (error != null) {
                error.printStackTrace();
            }
        });
        future.complete(1);
    }
}
