import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public class Main {
    static final Map<Integer, Integer> counts = Collections.synchronizedMap(new HashMap<>());

    static void count() {
        int old = counts.get(1);
        counts.put(1, old + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        counts.put(1, 0);
        Thread t = new Thread(() -> count());
        t.start();
        count();
        t.join();
        assert counts.get(1) == 2 : "lost update";
    }
}
