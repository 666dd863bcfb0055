import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucShutdownNow {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(2);
        CountDownLatch running = new CountDownLatch(2);
        AtomicInteger interrupted = new AtomicInteger();
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            ex.execute(() -> {
                running.countDown();
                try {
                    Thread.sleep(1_000_000_000L);
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                }
            });
        }
        running.await();
        Future<?> f = ex.submit(ran::incrementAndGet);
        for (int i = 0; i < 3; i++) {
            ex.execute(ran::incrementAndGet);
        }
        System.out.println("await before " + ex.awaitTermination(2, TimeUnit.MILLISECONDS));
        List<Runnable> left = ex.shutdownNow();
        System.out.println("left " + left.size() + " first is the future " + (left.get(0) == f));
        System.out.println(ex.awaitTermination(1, TimeUnit.HOURS) + " interrupted " + interrupted + " ran " + ran + " done " + f.isDone());
        try {
            f.get(2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("a task never run is never done");
        }
        for (Runnable r : left) {
            r.run();
        }
        System.out.println("run by hand " + ran + " " + f.isDone());
        System.out.println("again " + ex.shutdownNow().size());

        // shutdown lets queued tasks run
        ExecutorService one = Executors.newSingleThreadExecutor();
        AtomicInteger n = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            one.execute(n::incrementAndGet);
        }
        one.shutdown();
        one.shutdown();
        System.out.println(one.awaitTermination(1, TimeUnit.HOURS) + " " + n + " " + one.isTerminated());

        // a stubborn task
        ExecutorService st = Executors.newSingleThreadExecutor();
        CountDownLatch in = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger ignored = new AtomicInteger();
        st.execute(() -> {
            in.countDown();
            boolean done = false;
            while (!done) {
                try {
                    release.await();
                    done = true;
                } catch (InterruptedException e) {
                    ignored.incrementAndGet();
                }
            }
        });
        in.await();
        st.shutdownNow();
        System.out.println("stubborn " + st.awaitTermination(3, TimeUnit.MILLISECONDS) + " " + st.isShutdown() + " " + st.isTerminated());
        release.countDown();
        System.out.println(st.awaitTermination(1, TimeUnit.HOURS) + " interrupts ignored " + ignored);

        // scheduled pools drop delayed tasks at shutdown
        ScheduledExecutorService sch = Executors.newScheduledThreadPool(1);
        Future<?> far = sch.schedule(() -> { }, 1, TimeUnit.DAYS);
        Future<?> rep = sch.scheduleAtFixedRate(() -> { }, 1, 1, TimeUnit.DAYS);
        System.out.println("dropped " + sch.shutdownNow().size() + " " + sch.awaitTermination(1, TimeUnit.HOURS) + " " + far.isDone()
                + " " + rep.isDone());

        // main is interrupted while awaiting
        ExecutorService w = Executors.newSingleThreadExecutor();
        Thread.currentThread().interrupt();
        try {
            w.awaitTermination(1, TimeUnit.HOURS);
        } catch (InterruptedException e) {
            System.out.println("await interrupted");
        }
        Thread.currentThread().interrupt();
        Callable<Integer> c = () -> 1;
        Future<Integer> fc = w.submit(c);
        try {
            // done or not, a set flag may or may not matter: only the two legal outcomes
            int v = fc.get();
            System.out.println("legal " + (v == 1));
        } catch (InterruptedException e) {
            System.out.println("legal true");
        }
        Thread.interrupted();
        System.out.println(fc.get());
        w.shutdown();
        System.out.println(w.awaitTermination(1, TimeUnit.HOURS));
    }
}
