import java.util.concurrent.CompletableFuture;

public class Main {
    static volatile boolean request;

    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        new Thread(() -> {
            if (request) future.complete(1);
        }).start();
        request = true;
        future.join();
    }
}
