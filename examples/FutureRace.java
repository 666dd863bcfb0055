import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The price and the postage of an order are looked up at the same time.
 *
 * <p>The two futures are joined, but they add to the same plain field while they run. Waiting for
 * both at the end does not order them with each other.
 */
public class FutureRace {
    private static final Executor threads = task -> new Thread(task).start();

    private int total;

    void lookUp(int amount) {
        total = total + amount;
    }

    public static void main(String[] args) {
        FutureRace order = new FutureRace();
        CompletableFuture<Void> price = CompletableFuture.runAsync(() -> order.lookUp(30), threads);
        CompletableFuture<Void> postage = CompletableFuture.runAsync(() -> order.lookUp(5), threads);
        price.join();
        postage.join();

        assert order.total == 35 : "the total is " + order.total;
        System.out.println("total: " + order.total);
    }
}
