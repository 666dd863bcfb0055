import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** One thread completes a future while another one transforms it: the listener runs once. */
public class SettableFutureListeners {
    public static void main(String[] args) throws Exception {
        SettableFuture<Integer> future = SettableFuture.create();
        AtomicInteger heard = new AtomicInteger();
        Thread setter = new Thread(() -> future.set(20));
        setter.start();
        ListenableFuture<Integer> twice = Futures.transform(future, n -> n + 1, MoreExecutors.directExecutor());
        twice.addListener(heard::incrementAndGet, MoreExecutors.directExecutor());
        int result = twice.get();
        setter.join();
        assert result == 21;
        assert heard.get() == 1 : heard.get();
    }
}
