import java.time.Instant;

public class Main {
    static volatile long deadline = Long.MAX_VALUE;

    static long milliseconds(Instant moment) {
        return moment.getEpochSecond() * 1000 + moment.getNano() / 1_000_000;
    }

    public static void main(String[] args) throws InterruptedException {
        Instant start = Instant.now();
        long known = milliseconds(start);
        Thread other = new Thread(() -> deadline = Math.addExact(System.currentTimeMillis(), 100L));
        other.start();
        boolean expired = System.currentTimeMillis() > deadline;
        other.join();
        Thread.sleep(0, 400_000);
        Thread.sleep(0, 400_000);
        assert milliseconds(start) == known;
        assert start.toEpochMilli() == known;
        assert !expired || deadline != Long.MAX_VALUE;
    }
}
