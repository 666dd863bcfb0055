import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class JucPoolHooks {
    static final List<String> log = Collections.synchronizedList(new ArrayList<>());

    static class Hooked extends ThreadPoolExecutor {
        Hooked(ThreadFactory f) {
            super(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(), f);
        }

        @Override
        protected void beforeExecute(Thread t, Runnable r) {
            log.add("before on " + t.getName());
        }

        @Override
        protected void afterExecute(Runnable r, Throwable t) {
            if (t == null && r instanceof Future) {
                try {
                    ((Future<?>) r).get();
                } catch (ExecutionException e) {
                    t = e.getCause();
                } catch (Exception e) {
                    t = e;
                }
            }
            log.add("after " + (t == null ? "ok" : t.getMessage()));
        }

        @Override
        protected void terminated() {
            log.add("terminated " + isTerminating() + isTerminated());
            super.terminated();
        }
    }

    public static void main(String[] args) throws Exception {
        int[] made = new int[1];
        List<Thread> threads = new ArrayList<>();
        ThreadFactory f = r -> {
            Thread t = new Thread(r, "worker-" + made[0]++);
            t.setUncaughtExceptionHandler((th, e) -> log.add("uncaught on " + th.getName() + " " + e.getMessage()));
            threads.add(t);
            return t;
        };
        Hooked h = new Hooked(f);
        h.submit(() -> log.add("one")).get();
        Future<?> bad = h.submit(() -> {
            throw new IllegalStateException("submitted");
        });
        try {
            bad.get();
        } catch (ExecutionException e) {
            log.add("get " + e.getCause().getMessage());
        }
        h.submit(() -> 0).get();
        // make sure the last afterExecute is in
        while (h.getCompletedTaskCount() < 3) {
            Thread.yield();
        }
        // "get ..." races with "after submitted": print them apart
        List<String> copy = new ArrayList<>(log);
        System.out.println("main saw " + copy.remove("get submitted"));
        System.out.println(copy);
        log.clear();

        // execute: the exception goes to afterExecute and then kills the worker, which is replaced
        CountDownLatch done = new CountDownLatch(1);
        h.execute(() -> {
            throw new RuntimeException("executed");
        });
        h.execute(() -> {
            log.add("on " + Thread.currentThread().getName());
            done.countDown();
        });
        done.await();
        threads.get(0).join();
        while (h.getCompletedTaskCount() < 5) {
            Thread.yield();
        }
        copy = new ArrayList<>(log);
        System.out.println("handler " + copy.remove("uncaught on worker-0 executed"));
        System.out.println(copy + " made " + made[0]);
        log.clear();
        h.shutdown();
        h.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(log);
        log.clear();

        // a hook that throws
        ThreadPoolExecutor t = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(), f) {
            @Override
            protected void beforeExecute(Thread th, Runnable r) {
                throw new IllegalArgumentException("no entry");
            }
        };
        t.execute(() -> log.add("never"));
        t.shutdown();
        t.awaitTermination(1, TimeUnit.HOURS);
        for (Thread x : threads) {
            x.join();
        }
        System.out.println(log);
        log.clear();

        // a factory that gives nothing
        ThreadPoolExecutor none = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>(), r -> null);
        none.execute(() -> log.add("never"));
        System.out.println("pool " + none.getPoolSize() + " queue " + none.getQueue().size());
        System.out.println("pending " + none.shutdownNow().size() + " " + none.isTerminated());
    }
}
