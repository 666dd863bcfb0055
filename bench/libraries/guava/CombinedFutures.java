import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import java.util.List;

/** Two threads set the futures of a list: the list is done when both are, and what is made of it has both. */
public class CombinedFutures {
    public static void main(String[] args) throws Exception {
        SettableFuture<Integer> first = SettableFuture.create();
        SettableFuture<Integer> second = SettableFuture.create();
        ListenableFuture<Integer> sum = Futures.transform(
                Futures.allAsList(first, second), values -> values.get(0) + values.get(1), MoreExecutors.directExecutor());
        Thread other = new Thread(() -> first.set(1));
        other.start();
        second.set(2);
        assert sum.get() == 3;
        other.join();
    }
}
