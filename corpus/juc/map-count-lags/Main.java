import java.util.concurrent.ConcurrentHashMap;

/** A map contains an entry before it has counted it. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        Thread putter = new Thread(() -> map.put("a", 1));
        putter.start();
        boolean contained = map.containsKey("a");
        int size = map.size();
        putter.join();
        System.out.println(contained + " " + size);
    }
}
