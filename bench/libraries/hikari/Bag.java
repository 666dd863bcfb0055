import com.zaxxer.hikari.util.ConcurrentBag;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The bag inside HikariCP: two threads share one entry. */
public class Bag {
    static class Entry implements ConcurrentBag.IConcurrentBagEntry {
        final AtomicInteger state = new AtomicInteger();

        @Override public boolean compareAndSet(int expected, int wanted) {
            return state.compareAndSet(expected, wanted);
        }

        @Override public void setState(int wanted) {
            state.set(wanted);
        }

        @Override public int getState() {
            return state.get();
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentBag<Entry> bag = new ConcurrentBag<>(waiting -> { });
        bag.add(new Entry());
        AtomicInteger users = new AtomicInteger();
        Runnable use = () -> {
            try {
                Entry entry = bag.borrow(1, TimeUnit.HOURS);
                if (entry != null) {
                    assert users.incrementAndGet() == 1;
                    users.decrementAndGet();
                    bag.requite(entry);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        };
        Thread other = new Thread(use);
        other.start();
        use.run();
        other.join();
        assert bag.getCount(ConcurrentBag.IConcurrentBagEntry.STATE_NOT_IN_USE) == 1;
    }
}
