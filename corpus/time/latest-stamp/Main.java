import java.util.concurrent.atomic.AtomicLong;

/** Two threads keep the latest stamp. It never goes back, whoever waits in between. */
public class Main {
    static final AtomicLong latest = new AtomicLong(System.nanoTime());

    static void look() {
        latest.accumulateAndGet(System.nanoTime(), (a, b) -> b - a > 0 ? b : a);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(3);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            look();
        });
        other.start();
        long before = latest.get();
        look();
        long after = latest.get();
        assert after - before >= 0;
        other.join();
        assert latest.get() - after >= 0;
    }
}
