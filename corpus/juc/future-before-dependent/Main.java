import java.util.concurrent.CompletableFuture;

/** A future may have its result while one that depends on it has none yet. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> second = first.thenApply(n -> n + 1);
        Thread completer = new Thread(() -> first.complete(1));
        completer.start();
        boolean one = first.isDone();
        boolean two = second.isDone();
        completer.join();
        System.out.println(one + " " + two);
    }
}
