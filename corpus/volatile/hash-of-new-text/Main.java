import java.util.HashMap;
import java.util.Map;

/** A text is made before it is known of which bytes, and hashed once it is: in each run it has the hash of its own bytes. */
public class Main {
    static volatile byte[] name = {'o', 'l', 'd'};

    public static void main(String[] args) throws InterruptedException {
        Map<String, Integer> numbers = new HashMap<>(Map.of("old", 1, "new", 2));
        Thread renamer = new Thread(() -> name = new byte[] {'n', 'e', 'w'}, "renamer");
        renamer.start();
        int number = numbers.get(new String(name));
        renamer.join();
        System.out.println(number);
    }
}
