import java.util.concurrent.CompletableFuture;

public class Main {
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread t = new Thread(() -> seen = future.thenApply(x -> x + 1).join());
        t.start();
        future.complete(7);
        t.join();
        System.out.println("seen=" + seen);
    }
}
