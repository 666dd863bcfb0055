import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucPoolCoreMax {
    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    static String info(ThreadPoolExecutor p) {
        return "pool=" + p.getPoolSize() + " queue=" + p.getQueue().size() + " core=" + p.getCorePoolSize() + " max="
                + p.getMaximumPoolSize() + " largest=" + p.getLargestPoolSize();
    }

    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 3, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(2));
        CountDownLatch hold = new CountDownLatch(1);
        AtomicInteger ran = new AtomicInteger();
        Runnable task = () -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                ran.addAndGet(1000);
            }
            ran.incrementAndGet();
        };
        System.out.println(info(p));
        int rejected = 0;
        for (int i = 0; i < 7; i++) {
            try {
                p.execute(task);
            } catch (RejectedExecutionException e) {
                rejected++;
            }
            // first the core thread, then the queue, then up to the maximum, then rejection
            System.out.println(i + " " + info(p) + " rejected=" + rejected);
        }
        hold.countDown();
        p.shutdown();
        System.out.println(p.awaitTermination(1, TimeUnit.HOURS) + " ran " + ran + " completed " + p.getCompletedTaskCount() + " "
                + info(p) + " active " + p.getActiveCount());
        System.out.println(p.isShutdown() + " " + p.isTerminated() + " " + p.isTerminating());
        bad("execute after", () -> p.execute(() -> { }));

        bad("negative core", () -> new ThreadPoolExecutor(-1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
        bad("max zero", () -> new ThreadPoolExecutor(0, 0, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
        bad("max below core", () -> new ThreadPoolExecutor(3, 2, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
        bad("negative keep-alive", () -> new ThreadPoolExecutor(1, 2, -1, TimeUnit.SECONDS, new LinkedBlockingQueue<>()));
        bad("null queue", () -> new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, null));

        // an unbounded queue never goes beyond the core
        ThreadPoolExecutor u = new ThreadPoolExecutor(2, 10, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
        System.out.println("prestart " + u.prestartCoreThread() + u.prestartCoreThread() + u.prestartCoreThread() + " "
                + u.prestartAllCoreThreads() + " " + u.getPoolSize());
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            final int k = i;
            u.execute(() -> {
                synchronized (order) {
                    order.add(k);
                }
            });
        }
        u.shutdown();
        u.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(order.size() + " largest " + u.getLargestPoolSize());

        // resizing
        ThreadPoolExecutor r = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new LinkedBlockingQueue<>());
        CountDownLatch hold2 = new CountDownLatch(1);
        CountDownLatch three = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            r.execute(() -> {
                three.countDown();
                try {
                    hold2.await();
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            });
        }
        System.out.println(info(r));
        bad("core over max", () -> r.setCorePoolSize(3));
        r.setMaximumPoolSize(4);
        r.setCorePoolSize(3);
        three.await();
        System.out.println(info(r) + " active " + r.getActiveCount());
        bad("max below core", () -> r.setMaximumPoolSize(2));
        hold2.countDown();
        r.shutdown();
        System.out.println(r.awaitTermination(1, TimeUnit.HOURS));

        // direct hand-off
        ThreadPoolExecutor s = new ThreadPoolExecutor(0, 2, 1, TimeUnit.HOURS, new SynchronousQueue<>());
        CountDownLatch hold3 = new CountDownLatch(1);
        int no = 0;
        for (int i = 0; i < 4; i++) {
            try {
                s.execute(() -> {
                    try {
                        hold3.await();
                    } catch (InterruptedException e) {
                        System.out.println(e);
                    }
                });
            } catch (RejectedExecutionException e) {
                no++;
            }
        }
        System.out.println("rejected " + no + " " + info(s));
        hold3.countDown();
        s.shutdown();
        System.out.println(s.awaitTermination(1, TimeUnit.HOURS) + " " + s.getCompletedTaskCount());
        System.out.println(s.getKeepAliveTime(TimeUnit.MINUTES) + " " + s.allowsCoreThreadTimeOut());
        // core threads may go as well when idle
        ThreadPoolExecutor c = new ThreadPoolExecutor(2, 2, 2, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>());
        c.allowCoreThreadTimeOut(true);
        c.submit(() -> 1).get();
        while (c.getPoolSize() > 0) {
            Thread.sleep(1);
        }
        System.out.println("pool empty, works again " + c.submit(() -> 2).get() + " " + c.allowsCoreThreadTimeOut());
        bad("keep-alive 0", () -> c.setKeepAliveTime(0, TimeUnit.SECONDS));
        c.shutdown();
        System.out.println(c.awaitTermination(1, TimeUnit.HOURS));
    }
}
