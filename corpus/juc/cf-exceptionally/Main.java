import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        new Thread(() -> a.completeExceptionally(new IllegalStateException())).start();
        System.out.println(a.thenApply(x -> x + 1).exceptionally(e -> -1).join());
    }
}
