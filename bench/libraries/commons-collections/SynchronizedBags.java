import org.apache.commons.collections4.Bag;
import org.apache.commons.collections4.bag.HashBag;
import org.apache.commons.collections4.bag.SynchronizedBag;
import org.apache.commons.collections4.map.LRUMap;
import java.util.Collections;
import java.util.Map;

/** Synchronised collections under two threads. */
public class SynchronizedBags {
    public static void main(String[] args) throws Exception {
        Bag<String> bag = SynchronizedBag.synchronizedBag(new HashBag<>());
        Map<Integer, Integer> recent = Collections.synchronizedMap(new LRUMap<>(2));
        Thread other = new Thread(() -> {
            bag.add("a");
            recent.put(1, 1);
        });
        other.start();
        bag.add("a");
        recent.put(2, 2);
        recent.put(3, 3);
        other.join();
        assert bag.getCount("a") == 2;
        assert recent.size() == 2;
    }
}
