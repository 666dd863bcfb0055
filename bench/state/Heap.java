import java.util.HashMap;
import java.util.Map;

/**
 * Two threads that take turns at a few fields, beside a map with as many entries as the first argument says, which stays as it
 * is. With "numbers" the fields are numbers, with "objects" each write publishes a new object.
 */
public class Heap {
    static final Map<Integer, Integer> KEPT = new HashMap<>();
    static volatile int x;
    static volatile int y;
    static volatile Object first;
    static volatile Object second;

    public static void main(String[] args) {
        int entries = Integer.parseInt(args[0]);
        boolean objects = args[1].equals("objects");
        int rounds = Integer.parseInt(args[2]);
        for (int i = 0; i < entries; i++) {
            KEPT.put(i + 1000, i);
        }
        new Thread(() -> {
            for (int i = 0; i < rounds; i++) {
                if (objects) {
                    first = new int[] {i};
                    if (second == KEPT) {
                        first = KEPT;
                    }
                } else {
                    x = i;
                    if (y < 0) {
                        x = KEPT.size();
                    }
                }
            }
        }).start();
        for (int i = 0; i < rounds; i++) {
            if (objects) {
                second = new int[] {i};
                if (first == KEPT) {
                    second = KEPT;
                }
            } else {
                y = i;
                if (x < 0) {
                    y = KEPT.size();
                }
            }
        }
    }
}
