import java.util.concurrent.CompletableFuture;

public class Main {
    public static void main(String[] args) {
        CompletableFuture<Integer> a = new CompletableFuture<>();
        CompletableFuture<Integer> b = new CompletableFuture<>();
        CompletableFuture<Integer> sum = a.thenCombine(b, (x, y) -> x + y);
        new Thread(() -> a.complete(1)).start();
        b.complete(2);
        System.out.println("sum=" + sum.join());
    }
}
