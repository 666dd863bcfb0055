import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class ThrTimer {
    static TimerTask task(Runnable r) {
        return new TimerTask() {
            @Override
            public void run() {
                r.run();
            }
        };
    }

    public static void main(String[] args) throws Exception {
        Timer timer = new Timer("clock", true);
        List<String> log = Collections.synchronizedList(new ArrayList<>());

        // all run on the timer's one thread
        CountDownLatch one = new CountDownLatch(1);
        timer.schedule(task(() -> {
            log.add("ran on " + Thread.currentThread().getName() + " daemon " + Thread.currentThread().isDaemon());
            one.countDown();
        }), 1);
        one.await();
        System.out.println(log);
        log.clear();

        // a task that is never reached
        TimerTask never = task(() -> log.add("never"));
        timer.schedule(never, 100_000_000);
        System.out.println("cancel " + never.cancel() + " again " + never.cancel());
        // the timer's thread may have dropped it by itself
        System.out.println("purged at most one " + (timer.purge() <= 1));
        try {
            timer.schedule(never, 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }

        // a repeating task that cancels itself
        CountDownLatch rep = new CountDownLatch(4);
        boolean[] cancelled = new boolean[1];
        TimerTask repeating = new TimerTask() {
            int n;

            @Override
            public void run() {
                log.add("tick " + ++n);
                if (n == 4) {
                    cancelled[0] = cancel();
                }
                rep.countDown();
            }
        };
        timer.schedule(repeating, 1, 2);
        rep.await();
        System.out.println(log + " cancelled inside " + cancelled[0]);
        log.clear();

        CountDownLatch rate = new CountDownLatch(3);
        timer.scheduleAtFixedRate(new TimerTask() {
            int n;

            @Override
            public void run() {
                log.add("rate " + ++n);
                if (n == 3) {
                    cancel();
                }
                rate.countDown();
            }
        }, new Date(0), 1000);
        rate.await();
        System.out.println(log);
        log.clear();

        try {
            timer.schedule(task(() -> { }), -1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            timer.schedule(task(() -> { }), 1, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            timer.schedule(null, 1);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }

        // a one-shot task that has run cannot be cancelled
        CountDownLatch shot = new CountDownLatch(1);
        TimerTask once = task(shot::countDown);
        timer.schedule(once, 0);
        shot.await();
        System.out.println("after run " + once.cancel());

        timer.cancel();
        timer.cancel();
        try {
            timer.schedule(task(() -> { }), 1);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }

        // an exception kills the timer's thread; later scheduling fails
        Thread[] who = new Thread[1];
        Timer doomed = new Timer("doomed");
        CountDownLatch died = new CountDownLatch(1);
        doomed.schedule(task(() -> {
            who[0] = Thread.currentThread();
            who[0].setUncaughtExceptionHandler((t, e) -> log.add(t.getName() + " " + e.getMessage()));
            died.countDown();
            throw new RuntimeException("task failed");
        }), 0);
        died.await();
        who[0].join();
        System.out.println(log);
        try {
            doomed.schedule(task(() -> { }), 0);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
