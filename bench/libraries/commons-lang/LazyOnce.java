import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.concurrent.AtomicInitializer;
import org.apache.commons.lang3.concurrent.LazyInitializer;
import org.apache.commons.lang3.concurrent.Memoizer;

/** Initialisers of commons-lang give the same object to two threads. */
public class LazyOnce {
    public static void main(String[] args) throws Exception {
        AtomicInteger made = new AtomicInteger();
        LazyInitializer<Object> lazy = LazyInitializer.<Object>builder().setInitializer(() -> made.incrementAndGet()).get();
        AtomicInitializer<Object> atomic = AtomicInitializer.<Object>builder().setInitializer(Object::new).get();
        Memoizer<String, Object> memoizer = new Memoizer<>((java.util.function.Function<String, Object>) key -> new Object());
        Object[][] seen = new Object[2][3];
        Thread other = new Thread(() -> {
            try {
                seen[0] = new Object[] {lazy.get(), atomic.get(), memoizer.compute("k")};
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        seen[1] = new Object[] {lazy.get(), atomic.get(), memoizer.compute("k")};
        other.join();
        for (int i = 0; i < 3; i++) {
            assert seen[0][i] == seen[1][i] : i;
        }
        assert made.get() == 1;
    }
}
