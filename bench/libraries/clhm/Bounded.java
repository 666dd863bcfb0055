import com.googlecode.concurrentlinkedhashmap.ConcurrentLinkedHashMap;

/** A bounded map evicts what is too much, at the latest with the next put. */
public class Bounded {
    public static void main(String[] args) throws Exception {
        ConcurrentLinkedHashMap<Integer, Integer> map =
                new ConcurrentLinkedHashMap.Builder<Integer, Integer>().concurrencyLevel(1).maximumWeightedCapacity(1).build();
        Thread other = new Thread(() -> map.put(1, 1));
        other.start();
        map.put(2, 2);
        other.join();
        map.put(3, 3);
        assert map.size() == 1 : map.size();
    }
}
