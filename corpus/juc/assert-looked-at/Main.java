import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Assertions that fail in tasks, and four ways to look at them. */
public class Main {
    static int fail() {
        assert false;
        return 1;
    }

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(Main::fail);
        new Thread(task).start();
        try {
            task.get();
        } catch (ExecutionException e) {
            assert e.getCause() instanceof AssertionError;
        }
        CompletableFuture<Integer> start = new CompletableFuture<>();
        CompletableFuture<Integer> failed = start.thenApply(value -> fail());
        failed.exceptionally(error -> 0);
        CompletableFuture<Integer> asked = start.thenApply(value -> fail());
        CompletableFuture<Integer> joined = start.thenApply(value -> fail());
        start.complete(1);
        assert asked.isCompletedExceptionally();
        try {
            joined.join();
        } catch (CompletionException e) {
            // Seen.
        }
        try {
            fail();
        } catch (AssertionError e) {
            // Caught by the program itself.
        }
    }
}
