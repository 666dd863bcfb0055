import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

/** Both deadlines come from one look at the clock, so they always have the same order. */
public class Main {
    record Due(String name, long end) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(end, ((Due) other).end);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Due> queue = new DelayQueue<>();
        long now = System.nanoTime();
        Thread adder = new Thread(() -> queue.add(new Due("late", now + 2_000_000)));
        adder.start();
        queue.add(new Due("soon", now + 1_000_000));
        adder.join();
        assert queue.take().name().equals("soon");
        assert System.nanoTime() - now >= 1_000_000;
        assert queue.take().name().equals("late");
        assert System.nanoTime() - now >= 2_000_000;
    }
}
