import org.eclipse.collections.api.multimap.MutableMultimap;
import org.eclipse.collections.impl.factory.Multimaps;
import org.eclipse.collections.impl.map.mutable.ConcurrentHashMap;
import org.eclipse.collections.api.factory.primitive.IntIntMaps;
import org.eclipse.collections.api.map.primitive.MutableIntIntMap;

/** Eclipse Collections' own ConcurrentHashMap and synchronised primitives. */
public class Concurrent {
    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = ConcurrentHashMap.newMap();
        MutableIntIntMap counts = IntIntMaps.mutable.empty().asSynchronized();
        Thread other = new Thread(() -> {
            map.updateValue("a", () -> 0, n -> n + 1);
            counts.addToValue(1, 1);
        });
        other.start();
        map.updateValue("a", () -> 0, n -> n + 1);
        counts.addToValue(1, 1);
        other.join();
        assert map.get("a") == 2 : map.get("a");
        assert counts.get(1) == 2;
    }
}
