import java.time.Duration;
import java.util.concurrent.TimeUnit;

public class ThrSleepYield {
    static volatile int turn;

    public static void main(String[] args) throws Exception {
        Thread.sleep(0);
        Thread.sleep(1);
        Thread.sleep(1, 0);
        Thread.sleep(0, 999_999);
        System.out.println("slept");

        // a sleep never ends early
        long a = System.nanoTime();
        Thread.sleep(10);
        long b = System.nanoTime();
        System.out.println("at least nearly ten ms " + (b - a >= 9_000_000L));
        long c = System.currentTimeMillis();
        TimeUnit.MILLISECONDS.sleep(10);
        long d = System.currentTimeMillis();
        System.out.println("wall clock moved on " + (d - c >= 8));
        System.out.println("nanoTime does not go back " + (System.nanoTime() - b >= 0));

        // sleep keeps monitors
        Object lock = new Object();
        StringBuffer sb = new StringBuffer();
        Thread other;
        synchronized (lock) {
            other = new Thread(() -> {
                synchronized (lock) {
                    sb.append("other;");
                }
            });
            other.start();
            Thread.sleep(10);
            sb.append("main;");
        }
        other.join();
        System.out.println(sb);

        // three threads take turns by yielding
        StringBuilder log = new StringBuilder();
        Thread[] ts = new Thread[3];
        for (int i = 0; i < 3; i++) {
            final int me = i;
            ts[i] = new Thread(() -> {
                for (int r = 0; r < 5; r++) {
                    while (turn % 3 != me) {
                        Thread.yield();
                    }
                    log.append((char) ('a' + me));
                    turn++;
                }
            });
        }
        for (int i = 2; i >= 0; i--) {
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        System.out.println(log + " " + turn);

        // the same with onSpinWait and sleep
        turn = 0;
        log.setLength(0);
        Thread p = new Thread(() -> {
            for (int r = 0; r < 4; r++) {
                while ((turn & 1) != 0) {
                    Thread.onSpinWait();
                }
                log.append("ping ");
                turn++;
            }
        });
        Thread q = new Thread(() -> {
            try {
                for (int r = 0; r < 4; r++) {
                    while ((turn & 1) != 1) {
                        Thread.sleep(1);
                    }
                    log.append("pong ");
                    turn++;
                }
            } catch (InterruptedException e) {
                log.append(e);
            }
        });
        q.start();
        p.start();
        p.join();
        q.join();
        System.out.println(log.toString().trim());

        Duration dur = Duration.ofMillis(3).plusNanos(5);
        TimeUnit.NANOSECONDS.sleep(dur.toNanos());
        System.out.println("dur " + dur + " " + TimeUnit.MILLISECONDS.convert(dur));
    }
}
