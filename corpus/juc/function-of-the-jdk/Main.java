import java.util.concurrent.ConcurrentHashMap;

/** A map computes an entry by another map's method: both may be seen in between. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> source = new ConcurrentHashMap<>();
        ConcurrentHashMap<String, Integer> target = new ConcurrentHashMap<>();
        source.put("a", 1);
        Thread copier = new Thread(() -> target.computeIfAbsent("a", source::get));
        copier.start();
        source.remove("a");
        boolean early = target.containsKey("a");
        copier.join();
        System.out.println(early + " " + target.containsKey("a"));
    }
}
