import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Two threads ask a map that nobody changes for its views, which the JDK caches with a benign race. */
public class Main {
    static final Map<String, Integer> hashed = new HashMap<>();
    static final TreeMap<String, Integer> sorted = new TreeMap<>();
    static final Map<String, Integer> fixed = Map.of("x", 1);
    static final Map<String, Integer> shown = Collections.unmodifiableMap(hashed);

    static int views() {
        int size = hashed.entrySet().size() + hashed.values().size() + sorted.keySet().size();
        return size + sorted.descendingMap().size() + fixed.keySet().size() + shown.entrySet().size();
    }

    public static void main(String[] args) throws Exception {
        hashed.put("a", 1);
        sorted.put("b", 2);
        Thread other = new Thread(Main::views);
        other.start();
        assert views() == 6;
        other.join();
    }
}
