import org.jctools.maps.NonBlockingHashMap;

/** Two threads put different keys into a non-blocking map: both are there afterwards. */
public class NonBlockingMaps {
    public static void main(String[] args) throws Exception {
        NonBlockingHashMap<String, Integer> map = new NonBlockingHashMap<>();
        Thread other = new Thread(() -> map.put("a", 1));
        other.start();
        Integer before = map.putIfAbsent("b", 2);
        other.join();
        assert before == null;
        assert map.get("a") == 1 && map.get("b") == 2 && map.size() == 2;
    }
}
