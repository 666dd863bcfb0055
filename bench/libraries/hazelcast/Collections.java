import com.hazelcast.internal.util.ConcurrencyUtil;
import com.hazelcast.internal.util.ConcurrentReferenceHashMap;
import com.hazelcast.internal.util.counters.MwCounter;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Counters and maps inside Hazelcast. */
public class Collections {
    public static void main(String[] args) throws Exception {
        MwCounter counter = MwCounter.newMwCounter();
        ConcurrentMap<String, Object> map = new ConcurrentHashMap<>();
        ConcurrentReferenceHashMap<String, Integer> references = new ConcurrentReferenceHashMap<>();
        Object[] seen = new Object[2];
        Thread other = new Thread(() -> {
            counter.inc();
            seen[0] = ConcurrencyUtil.getOrPutIfAbsent(map, "a", k -> new Object());
            references.put("a", 1);
        });
        other.start();
        counter.inc();
        seen[1] = ConcurrencyUtil.getOrPutIfAbsent(map, "a", k -> new Object());
        references.put("b", 2);
        other.join();
        assert counter.get() == 2 && seen[0] == seen[1] && references.size() == 2;
    }
}
