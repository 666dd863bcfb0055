import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Promise;

/** Two threads try to complete a promise that a third waits for. */
public class PromiseRace {
    public static void main(String[] args) throws Exception {
        Promise<Integer> promise = new DefaultPromise<>(new DefaultEventExecutor());
        boolean[] won = new boolean[2];
        Thread first = new Thread(() -> won[0] = promise.trySuccess(1));
        Thread second = new Thread(() -> won[1] = promise.cancel(false));
        first.start();
        second.start();
        promise.await();
        first.join();
        second.join();
        assert won[0] != won[1];
        assert won[0] ? promise.getNow() == 1 : promise.isCancelled();
    }
}
