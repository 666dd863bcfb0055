import java.util.HashMap;
import java.util.Map;

/** The cache of a view is benign; the map behind it is not. */
public class Main {
    public static void main(String[] args) throws Exception {
        Map<String, Integer> map = new HashMap<>();
        map.put("a", 1);
        Thread other = new Thread(() -> map.keySet().contains("a"));
        other.start();
        map.keySet().remove("a");
        other.join();
    }
}
