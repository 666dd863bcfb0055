import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucScheduled {
    public static void main(String[] args) throws Exception {
        ScheduledThreadPoolExecutor s = new ScheduledThreadPoolExecutor(1);
        // one thread: order by the time of the trigger, which grows with the delays given here
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch hold = new CountDownLatch(1);
        CountDownLatch held = new CountDownLatch(1);
        s.execute(() -> {
            held.countDown();
            try {
                hold.await();
            } catch (InterruptedException e) {
                log.add("?");
            }
        });
        held.await();
        s.schedule(() -> log.add("5"), 5, TimeUnit.MILLISECONDS);
        s.schedule(() -> log.add("10"), 10, TimeUnit.MILLISECONDS);
        s.schedule(() -> log.add("15"), 15, TimeUnit.MILLISECONDS);
        ScheduledFuture<?> last = s.schedule(() -> log.add("20"), 20, TimeUnit.MILLISECONDS);
        System.out.println("queued " + s.getQueue().size());
        hold.countDown();
        last.get();
        System.out.println(log);
        log.clear();

        ScheduledFuture<String> v = s.schedule(() -> "value", 1, TimeUnit.MILLISECONDS);
        System.out.println(v.get() + " " + v.isDone() + " " + (v.getDelay(TimeUnit.MILLISECONDS) <= 0));
        ScheduledFuture<String> neg = s.schedule(() -> "negative delay", -5, TimeUnit.SECONDS);
        System.out.println(neg.get());
        ScheduledFuture<?> bad = s.schedule(() -> {
            throw new IllegalStateException("later");
        }, 1, TimeUnit.MILLISECONDS);
        try {
            bad.get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage());
        }

        ScheduledFuture<?> d3 = s.schedule(() -> { }, 3, TimeUnit.DAYS);
        ScheduledFuture<?> d1 = s.schedule(() -> { }, 1, TimeUnit.DAYS);
        ScheduledFuture<?> d2 = s.schedule(() -> { }, 2, TimeUnit.DAYS);
        System.out.println("head is the nearest " + (s.getQueue().peek() == d1));
        Object[] inQueue = s.getQueue().toArray();
        java.util.Arrays.sort(inQueue);
        System.out.println((inQueue[0] == d1) + " " + (inQueue[1] == d2) + " " + (inQueue[2] == d3));
        for (Object o : inQueue) {
            s.remove((Runnable) o);
        }
        System.out.println("removed, queue " + s.getQueue().size());
        ScheduledFuture<?> far = s.schedule(() -> log.add("far"), 1, TimeUnit.DAYS);
        ScheduledFuture<?> farther = s.schedule(() -> log.add("farther"), 2, TimeUnit.DAYS);
        System.out.println("compare " + Integer.signum(far.compareTo((Delayed) farther)) + " " + far.compareTo(far) + " hours "
                + (farther.getDelay(TimeUnit.HOURS) >= 46));
        System.out.println(far.cancel(false) + " " + far.isCancelled() + " queue " + s.getQueue().size());
        s.setRemoveOnCancelPolicy(true);
        farther.cancel(false);
        System.out.println("queue " + s.getQueue().size() + " " + s.getRemoveOnCancelPolicy());
        s.purge();
        System.out.println("queue " + s.getQueue().size());
        try {
            far.get();
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }

        // fixed delay, cancelled from inside through an exception
        AtomicInteger n = new AtomicInteger();
        ScheduledFuture<?> thrower = s.scheduleWithFixedDelay(() -> {
            if (n.incrementAndGet() == 4) {
                throw new RuntimeException("enough");
            }
        }, 0, 1, TimeUnit.MILLISECONDS);
        try {
            thrower.get();
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage() + " after " + n);
        }

        // fixed rate, cancelled from outside
        CountDownLatch three = new CountDownLatch(3);
        ScheduledFuture<?> rate = s.scheduleAtFixedRate(three::countDown, 1, 1, TimeUnit.MILLISECONDS);
        three.await();
        System.out.println(rate.cancel(true) + " " + rate.isDone() + " periodic "
                + ((java.util.concurrent.RunnableScheduledFuture<?>) rate).isPeriodic());
        try {
            rate.get();
        } catch (CancellationException e) {
            System.out.println("cancelled");
        }
        // a task that cancels itself
        CountDownLatch selfDone = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?>[] self = new ScheduledFuture<?>[1];
        CountDownLatch set = new CountDownLatch(1);
        self[0] = s.scheduleWithFixedDelay(() -> {
            try {
                set.await();
            } catch (InterruptedException e) {
                runs.addAndGet(1000);
            }
            if (runs.incrementAndGet() == 3) {
                self[0].cancel(false);
                selfDone.countDown();
            }
        }, 0, 1, TimeUnit.MILLISECONDS);
        set.countDown();
        selfDone.await();
        s.submit(() -> { }).get();
        System.out.println("self " + runs + " " + self[0].isCancelled());

        for (long p : new long[] {0, -1}) {
            try {
                s.scheduleAtFixedRate(() -> { }, 0, p, TimeUnit.SECONDS);
            } catch (IllegalArgumentException e) {
                System.out.println("period " + p + " IAE");
            }
        }
        try {
            s.schedule((Runnable) null, 1, TimeUnit.SECONDS);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        // delayed tasks run even after shutdown by default, periodic ones do not
        System.out.println(s.getExecuteExistingDelayedTasksAfterShutdownPolicy() + " "
                + s.getContinueExistingPeriodicTasksAfterShutdownPolicy());
        ScheduledFuture<?> per = s.scheduleAtFixedRate(() -> log.add("periodic"), 1, 1, TimeUnit.DAYS);
        s.schedule(() -> log.add("delayed"), 3, TimeUnit.MILLISECONDS);
        s.shutdown();
        System.out.println(s.awaitTermination(1, TimeUnit.HOURS) + " " + log + " " + per.isCancelled());
        ScheduledThreadPoolExecutor no = new ScheduledThreadPoolExecutor(1);
        no.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        ScheduledFuture<?> dropped = no.schedule(() -> log.add("dropped"), 1, TimeUnit.DAYS);
        no.shutdown();
        System.out.println(no.awaitTermination(1, TimeUnit.HOURS) + " " + dropped.isCancelled());
    }
}
