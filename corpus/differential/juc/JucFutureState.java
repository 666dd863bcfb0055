// jdk: 21+
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucFutureState {
    static String now(Future<?> f) {
        String s = f.state() + "";
        try {
            s += " result " + f.resultNow();
        } catch (IllegalStateException e) {
            s += " [" + e.getMessage() + "]";
        }
        try {
            s += " exception " + f.exceptionNow().getMessage();
        } catch (IllegalStateException e) {
            s += " [" + e.getMessage() + "]";
        }
        return s;
    }

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> t = new FutureTask<>(() -> 5);
        System.out.println(now(t));
        t.run();
        System.out.println(now(t));
        FutureTask<Integer> bad = new FutureTask<>(() -> {
            throw new Exception("bad");
        });
        bad.run();
        System.out.println(now(bad));
        FutureTask<Integer> c = new FutureTask<>(() -> 5);
        c.cancel(true);
        System.out.println(now(c));
        CompletableFuture<String> cf = new CompletableFuture<>();
        System.out.println(now(cf));
        cf.complete("v");
        System.out.println(now(cf));
        System.out.println(now(CompletableFuture.failedFuture(new RuntimeException("ff"))));
        CompletableFuture<String> cc = new CompletableFuture<>();
        cc.cancel(false);
        System.out.println(now(cc));
        System.out.println(java.util.Arrays.toString(Future.State.values()));

        // close waits for all tasks
        AtomicInteger n = new AtomicInteger();
        ExecutorService keep;
        try (ExecutorService ex = Executors.newFixedThreadPool(2)) {
            keep = ex;
            for (int i = 0; i < 20; i++) {
                ex.execute(n::incrementAndGet);
            }
        }
        System.out.println(n + " " + keep.isTerminated());
        keep.close();
        try {
            keep.execute(() -> { });
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        // an exception out of the block: close first, then the catch
        try (ExecutorService ex = Executors.newSingleThreadExecutor()) {
            ex.execute(() -> n.addAndGet(100));
            throw new IllegalStateException("body");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + n);
        }
        // interrupted while closing: tasks are interrupted as by shutdownNow, the flag is set again
        CountDownLatch in = new CountDownLatch(1);
        String[] res = new String[1];
        ExecutorService ex = Executors.newSingleThreadExecutor();
        ex.execute(() -> {
            in.countDown();
            try {
                Thread.sleep(1_000_000_000L);
            } catch (InterruptedException e) {
                res[0] = "task interrupted";
            }
        });
        in.await();
        Thread.currentThread().interrupt();
        ex.close();
        System.out.println(res[0] + " flag " + Thread.interrupted() + " " + ex.isTerminated());
        try (ExecutorService fj = Executors.newWorkStealingPool(2)) {
            System.out.println(fj.submit(() -> 3).get());
        }
        try (ExecutorService per = Executors.newThreadPerTaskExecutor(r -> new Thread(r, "per"))) {
            System.out.println(per.submit(() -> Thread.currentThread().getName()).get());
        }
    }
}
