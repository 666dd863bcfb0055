import com.google.common.util.concurrent.Monitor;

/** A one-place box built on Guava's Monitor: what is put is what is taken. */
public class MonitorHandOver {
    private final Monitor monitor = new Monitor();
    private Integer value;
    private final Monitor.Guard full = monitor.newGuard(() -> value != null);
    private final Monitor.Guard empty = monitor.newGuard(() -> value == null);

    void put(int n) throws InterruptedException {
        monitor.enterWhen(empty);
        try {
            value = n;
        } finally {
            monitor.leave();
        }
    }

    int take() throws InterruptedException {
        monitor.enterWhen(full);
        try {
            int n = value;
            value = null;
            return n;
        } finally {
            monitor.leave();
        }
    }

    public static void main(String[] args) throws Exception {
        MonitorHandOver box = new MonitorHandOver();
        Thread producer = new Thread(() -> {
            try {
                box.put(1);
                box.put(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        assert box.take() == 1;
        assert box.take() == 2;
        producer.join();
    }
}
