import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 1);
        System.out.println(a.thenApply(x -> x + 2).join());
    }
}
