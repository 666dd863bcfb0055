import io.vavr.Lazy;
import io.vavr.collection.HashMap;
import io.vavr.concurrent.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A lazy value is computed once; a persistent map in an atomic reference loses no update; a promise is kept once. */
public class LazyAndFuture {
    public static void main(String[] args) throws Exception {
        AtomicInteger computed = new AtomicInteger();
        Lazy<Integer> lazy = Lazy.of(computed::incrementAndGet);
        AtomicReference<HashMap<String, Integer>> map = new AtomicReference<>(HashMap.empty());
        Promise<Integer> promise = Promise.make(Runnable::run);
        Thread other = new Thread(() -> {
            lazy.get();
            map.updateAndGet(m -> m.put("a", 1));
            promise.trySuccess(1);
        });
        other.start();
        assert lazy.get() == 1;
        map.updateAndGet(m -> m.put("b", 2));
        promise.trySuccess(2);
        int kept = promise.future().get();
        other.join();
        assert computed.get() == 1 && map.get().size() == 2;
        assert kept == 1 || kept == 2;
    }
}
