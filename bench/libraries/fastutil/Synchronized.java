import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntMaps;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/** Synchronised views of fastutil. */
public class Synchronized {
    public static void main(String[] args) throws Exception {
        Int2IntMap map = Int2IntMaps.synchronize(new Int2IntOpenHashMap());
        IntList list = IntLists.synchronize(new IntArrayList());
        Thread other = new Thread(() -> {
            map.put(1, 1);
            list.add(1);
        });
        other.start();
        map.put(2, 2);
        list.add(2);
        other.join();
        assert map.size() == 2 && list.size() == 2;
    }
}
