import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.Future;
import java.util.concurrent.CountDownLatch;

/** A promise is completed by one thread, composed by another. */
public class Contexts {
    public static void main(String[] args) throws Exception {
        Promise<Integer> promise = Promise.promise();
        int[] seen = new int[1];
        Thread other = new Thread(() -> promise.tryComplete(1));
        other.start();
        CountDownLatch done = new CountDownLatch(1);
        Future<Integer> next = promise.future().map(n -> n + 1).onSuccess(n -> {
            seen[0] = n;
            done.countDown();
        });
        done.await();
        other.join();
        assert seen[0] == 2;
    }
}
