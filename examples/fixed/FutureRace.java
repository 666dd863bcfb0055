import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The price and the postage of an order are looked up at the same time.
 *
 * <p>Each future returns its own amount and nobody shares a field; the amounts are combined when
 * both are there.
 */
public class FutureRace {
    private static final Executor threads = task -> new Thread(task).start();

    static int lookUp(int amount) {
        return amount;
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> lookUp(30), threads);
        CompletableFuture<Integer> postage = CompletableFuture.supplyAsync(() -> lookUp(5), threads);
        int total = price.join() + postage.join();

        assert total == 35 : "the total is " + total;
        System.out.println("total: " + total);
    }
}
