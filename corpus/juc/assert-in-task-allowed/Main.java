import java.util.concurrent.CompletableFuture;

/** An assertion that fails in a stage of a future, where that is accepted. */
public class Main {
    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenAccept(value -> {
            assert value > 1;
        });
        future.complete(1);
    }
}
