import java.util.*;
import java.util.concurrent.*;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("k", 0));
        Thread a = new Thread(() -> map.put("k", map.get("k") + 1));
        a.start();
        map.put("k", map.get("k") + 1);
        a.join();
        System.out.println(map.get("k"));
    }
}
