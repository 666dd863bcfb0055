import java.util.concurrent.ConcurrentHashMap;

/** Who goes through a map bin by bin meets its table before the first entry is in it, and misses an older entry but not a younger. */
public class Main {
    public static void main(String[] args) {
        ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
        new Thread(() -> {
            map.put(1, 1);
            map.put(2, 2);
        }).start();
        System.out.println(map);
    }
}
