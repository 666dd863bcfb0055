import java.time.Instant;

/** Makes moments of milliseconds. */
public class Main {
    static Instant now() {
        return Instant.ofEpochMilli(System.currentTimeMillis());
    }

    public static void main(String[] args) throws InterruptedException {
        Instant deadline = now().plusMillis(100);
        Thread work = new Thread(() -> {});
        work.start();
        work.join();
        assert !now().isAfter(deadline) : "too late";
    }
}
