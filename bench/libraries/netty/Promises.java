import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.util.concurrent.atomic.AtomicInteger;

/** A promise is set by one of two threads, and its listener is told once. */
public class Promises {
    public static void main(String[] args) throws Exception {
        Promise<Integer> promise = new DefaultPromise<>(ImmediateEventExecutor.INSTANCE);
        AtomicInteger told = new AtomicInteger();
        boolean[] won = new boolean[2];
        Thread other = new Thread(() -> won[0] = promise.trySuccess(1));
        other.start();
        promise.addListener(f -> told.incrementAndGet());
        won[1] = promise.trySuccess(2);
        other.join();
        assert won[0] != won[1];
        assert promise.get() == (won[0] ? 1 : 2);
        assert told.get() == 1 : told.get();
    }
}
