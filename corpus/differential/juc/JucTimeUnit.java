import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

public class JucTimeUnit {
    public static void main(String[] args) throws Exception {
        System.out.println(Arrays.toString(TimeUnit.values()));
        for (TimeUnit u : TimeUnit.values()) {
            System.out.println(u + " " + u.toNanos(7) + " " + u.toMicros(7) + " " + u.toMillis(7) + " " + u.toSeconds(7) + " "
                    + u.toMinutes(7) + " " + u.toHours(7) + " " + u.toDays(7) + " " + u.toChronoUnit());
        }
        // truncation goes to zero
        System.out.println(TimeUnit.MILLISECONDS.toSeconds(1999) + " " + TimeUnit.MILLISECONDS.toSeconds(-1999) + " "
                + TimeUnit.NANOSECONDS.toMillis(-1) + " " + TimeUnit.HOURS.toDays(23) + " " + TimeUnit.HOURS.toDays(-25));
        // saturation
        System.out.println((TimeUnit.DAYS.toNanos(Long.MAX_VALUE) == Long.MAX_VALUE) + " "
                + (TimeUnit.DAYS.toNanos(Long.MIN_VALUE) == Long.MIN_VALUE) + " "
                + (TimeUnit.SECONDS.toMillis(Long.MAX_VALUE / 1000) < Long.MAX_VALUE) + " "
                + (TimeUnit.SECONDS.toMillis(Long.MAX_VALUE / 1000 + 1) == Long.MAX_VALUE) + " "
                + (TimeUnit.DAYS.toNanos(106751) < Long.MAX_VALUE) + " " + (TimeUnit.DAYS.toNanos(106752) == Long.MAX_VALUE));
        for (TimeUnit from : TimeUnit.values()) {
            StringBuilder sb = new StringBuilder();
            for (TimeUnit to : TimeUnit.values()) {
                sb.append(to.convert(90_000, from)).append(' ');
            }
            System.out.println(from + ": " + sb.toString().trim());
        }
        System.out.println(TimeUnit.MINUTES.convert(Duration.ofSeconds(150)) + " " + TimeUnit.MILLISECONDS.convert(Duration.ofNanos(-1_500_000))
                + " " + TimeUnit.NANOSECONDS.convert(Duration.ofDays(200_000)) + " " + TimeUnit.DAYS.convert(Duration.ofHours(-49)));
        System.out.println(TimeUnit.of(ChronoUnit.MICROS) + " " + TimeUnit.of(ChronoUnit.DAYS));
        try {
            TimeUnit.of(ChronoUnit.WEEKS);
        } catch (IllegalArgumentException e) {
            System.out.println("IAE");
        }
        try {
            TimeUnit.valueOf("WEEKS");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        // blocking helpers
        Object lock = new Object();
        synchronized (lock) {
            TimeUnit.MILLISECONDS.timedWait(lock, 2);
            TimeUnit.SECONDS.timedWait(lock, 0);
            TimeUnit.SECONDS.timedWait(lock, -1);
        }
        try {
            TimeUnit.MILLISECONDS.timedWait(lock, 1);
        } catch (IllegalMonitorStateException e) {
            System.out.println("IMSE");
        }
        boolean[] stop = new boolean[1];
        Thread t = new Thread(() -> {
            synchronized (lock) {
                while (!stop[0]) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        return;
                    }
                }
            }
        });
        t.start();
        TimeUnit.MILLISECONDS.timedJoin(t, 3);
        System.out.println("alive " + t.isAlive());
        TimeUnit.MILLISECONDS.timedJoin(t, 0);
        TimeUnit.MILLISECONDS.timedJoin(t, -1);
        synchronized (lock) {
            stop[0] = true;
            lock.notifyAll();
        }
        TimeUnit.HOURS.timedJoin(t, 1);
        System.out.println("alive " + t.isAlive());
        TimeUnit.MICROSECONDS.sleep(1500);
        TimeUnit.DAYS.sleep(0);
        Thread.currentThread().interrupt();
        try {
            TimeUnit.NANOSECONDS.sleep(1);
        } catch (InterruptedException e) {
            System.out.println("interrupted");
        }
        System.out.println(TimeUnit.SECONDS.compareTo(TimeUnit.MILLISECONDS) + " " + TimeUnit.HOURS.ordinal());
    }
}
