import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import com.google.common.collect.ConcurrentHashMultiset;
import com.google.common.util.concurrent.AtomicLongMap;
import com.google.common.util.concurrent.Striped;
import java.util.concurrent.locks.Lock;

/** A memoised supplier computes once, a multiset and a map of counters count all. */
public class MemoizedSupplier {
    static int computed;

    public static void main(String[] args) throws Exception {
        Supplier<Object> supplier = Suppliers.memoize(() -> {
            computed++;
            return new Object();
        });
        ConcurrentHashMultiset<String> set = ConcurrentHashMultiset.create();
        AtomicLongMap<String> counts = AtomicLongMap.create();
        Striped<Lock> locks = Striped.lock(2);
        int[] guarded = new int[1];
        Object[] seen = new Object[2];
        Thread other = new Thread(() -> {
            seen[0] = supplier.get();
            set.add("x");
            counts.incrementAndGet("x");
            Lock lock = locks.get("key");
            lock.lock();
            guarded[0]++;
            lock.unlock();
        });
        other.start();
        seen[1] = supplier.get();
        set.add("x");
        counts.incrementAndGet("x");
        Lock lock = locks.get("key");
        lock.lock();
        guarded[0]++;
        lock.unlock();
        other.join();
        assert computed == 1 && seen[0] == seen[1];
        assert set.count("x") == 2 && counts.get("x") == 2 && guarded[0] == 2;
    }
}
