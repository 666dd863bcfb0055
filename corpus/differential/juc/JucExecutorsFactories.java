import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucExecutorsFactories {
    static void use(String name, ExecutorService ex) throws Exception {
        List<Future<Integer>> fs = new ArrayList<>();
        AtomicInteger runs = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            final int k = i;
            fs.add(ex.submit(() -> {
                runs.incrementAndGet();
                return k * k;
            }));
        }
        int sum = 0;
        for (Future<Integer> f : fs) {
            sum += f.get();
        }
        Future<String> fixed = ex.submit(runs::incrementAndGet, "fixed result");
        Future<?> nothing = ex.submit((Runnable) runs::incrementAndGet);
        System.out.println(name + " sum " + sum + " " + fixed.get() + " " + nothing.get() + " runs " + runs);
        try {
            ex.submit(() -> {
                throw new java.io.IOException("io");
            }).get();
        } catch (ExecutionException e) {
            System.out.println(e.getMessage() + " " + e.getCause().getClass().getSimpleName());
        }
        ex.shutdown();
        System.out.println(ex.awaitTermination(1, TimeUnit.HOURS) + " " + ex.isTerminated());
    }

    public static void main(String[] args) throws Exception {
        use("fixed", Executors.newFixedThreadPool(3));
        use("single", Executors.newSingleThreadExecutor());
        use("cached", Executors.newCachedThreadPool());
        use("scheduled", Executors.newScheduledThreadPool(2));
        use("single scheduled", Executors.newSingleThreadScheduledExecutor());
        use("stealing", Executors.newWorkStealingPool(2));
        use("wrapped", Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(1)));
        use("wrapped scheduled", Executors.unconfigurableScheduledExecutorService(Executors.newScheduledThreadPool(1)));

        System.out.println(Executors.newFixedThreadPool(2) instanceof ThreadPoolExecutor);
        System.out.println(Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(2)) instanceof ThreadPoolExecutor);
        try {
            Executors.newFixedThreadPool(0);
        } catch (IllegalArgumentException e) {
            System.out.println("IAE");
        }
        try {
            Executors.newFixedThreadPool(1, null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }

        // the default factory: names count up per factory
        ThreadFactory f = Executors.defaultThreadFactory();
        Thread a = f.newThread(() -> { });
        Thread b = f.newThread(() -> { });
        System.out.println(a.getName().replaceAll("pool-\\d+", "pool-N") + " " + b.getName().replaceAll("pool-\\d+", "pool-N") + " "
                + a.isDaemon() + " " + a.getPriority() + " " + a.getName().startsWith("pool-"));

        // a single executor runs in order
        ExecutorService one = Executors.newSingleThreadExecutor(r -> new Thread(r, "the-one"));
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            final int k = i;
            one.execute(() -> sb.append(k).append(Thread.currentThread().getName().charAt(4)));
        }
        one.submit(() -> { }).get();
        System.out.println(sb);
        one.shutdown();

        // cached: as many threads as tasks at once
        ThreadPoolExecutor cached = (ThreadPoolExecutor) Executors.newCachedThreadPool();
        CountDownLatch all = new CountDownLatch(5);
        for (int i = 0; i < 5; i++) {
            cached.execute(() -> {
                all.countDown();
                try {
                    all.await();
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            });
        }
        all.await();
        System.out.println("cached largest " + cached.getLargestPoolSize());
        cached.shutdown();

        // adapters to Callable
        Callable<String> c = Executors.callable(() -> sb.append("!"), "val");
        Callable<Object> n = Executors.callable((Runnable) () -> sb.append("?"));
        System.out.println(c.call() + " " + n.call() + " " + sb);
        try {
            Executors.callable((Runnable) null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        ScheduledExecutorService s = Executors.newSingleThreadScheduledExecutor();
        System.out.println(s.schedule(() -> "sched", 1, TimeUnit.MILLISECONDS).get());
        s.shutdown();
        System.exit(0);
    }
}
