import org.cliffc.high_scale_lib.NonBlockingHashMap;

/** Two threads put different keys. */
public class Maps {
    public static void main(String[] args) throws Exception {
        NonBlockingHashMap<Integer, Integer> map = new NonBlockingHashMap<>();
        Thread other = new Thread(() -> map.put(1, 1));
        other.start();
        map.put(2, 2);
        other.join();
        assert map.size() == 2;
    }
}
