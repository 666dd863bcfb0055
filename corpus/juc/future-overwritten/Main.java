import java.util.concurrent.CompletableFuture;

/** A result that is overwritten is not the same whenever it is asked for. */
public class Main {
    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread first = new Thread(() -> future.complete(1));
        Thread second = new Thread(() -> future.obtrudeValue(2));
        first.start();
        second.start();
        int once = future.join();
        int again = future.join();
        first.join();
        second.join();
        System.out.println(once + " " + again + " " + future.join());
    }
}
