import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** Two threads put into a map of an MVStore in memory. */
public class MapStore {
    public static void main(String[] args) throws Exception {
        MVStore store = new MVStore.Builder().autoCommitDisabled().open();
        MVMap<Integer, String> map = store.openMap("map");
        Thread other = new Thread(() -> map.put(1, "a"));
        other.start();
        map.put(2, "b");
        other.join();
        assert map.size() == 2 && map.get(1).equals("a") && map.get(2).equals("b");
        store.close();
    }
}
