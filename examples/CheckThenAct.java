import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A theatre sells its seats through a thread-safe map.
 *
 * <p>Each call on the map is atomic, but two calls are not: both customers may find the seat free
 * before either of them takes it.
 */
public class CheckThenAct {
    static final class Theatre {
        private final ConcurrentHashMap<Integer, String> seats = new ConcurrentHashMap<>();
        private final AtomicInteger sold = new AtomicInteger();

        boolean reserve(int seat, String customer) {
            if (seats.containsKey(seat)) return false;
            seats.put(seat, customer);
            sold.incrementAndGet();
            return true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Theatre theatre = new Theatre();
        Thread ann = new Thread(() -> theatre.reserve(7, "Ann"));
        Thread ben = new Thread(() -> theatre.reserve(7, "Ben"));
        ann.start();
        ben.start();
        ann.join();
        ben.join();

        assert theatre.sold.get() == 1 : "seat 7 was sold twice";
        System.out.println("sold: " + theatre.sold.get());
    }
}
