import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A theatre sells its seats through a thread-safe map.
 *
 * <p>{@code putIfAbsent} looks and takes in one step and says whether the seat was free.
 */
public class CheckThenAct {
    static final class Theatre {
        private final ConcurrentHashMap<Integer, String> seats = new ConcurrentHashMap<>();
        private final AtomicInteger sold = new AtomicInteger();

        boolean reserve(int seat, String customer) {
            if (seats.putIfAbsent(seat, customer) != null) return false;
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
