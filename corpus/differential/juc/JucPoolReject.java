import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class JucPoolReject {
    static void scenario(String name, RejectedExecutionHandler h) throws Exception {
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(2), h);
        CountDownLatch hold = new CountDownLatch(1);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        Thread main = Thread.currentThread();
        p.execute(() -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                log.add("interrupted");
            }
        });
        for (int i = 0; i < 5; i++) {
            final int k = i;
            try {
                p.execute(() -> log.add("t" + k + (Thread.currentThread() == main ? "@main" : "")));
            } catch (RejectedExecutionException e) {
                log.add("rejected" + k);
            }
        }
        hold.countDown();
        p.shutdown();
        p.awaitTermination(1, TimeUnit.HOURS);
        System.out.println(name + " " + log + " completed " + p.getCompletedTaskCount());
        // after shutdown
        try {
            p.execute(() -> log.add("after"));
            System.out.println("silently, size " + log.size());
        } catch (RejectedExecutionException e) {
            System.out.println("rejected after shutdown");
        }
    }

    public static void main(String[] args) throws Exception {
        scenario("abort", new ThreadPoolExecutor.AbortPolicy());
        scenario("caller", new ThreadPoolExecutor.CallerRunsPolicy());
        scenario("discard", new ThreadPoolExecutor.DiscardPolicy());
        scenario("oldest", new ThreadPoolExecutor.DiscardOldestPolicy());
        int[] calls = new int[1];
        scenario("custom", (r, ex) -> calls[0]++);
        System.out.println("custom calls " + calls[0]);
        scenario("throwing", (r, ex) -> {
            throw new RejectedExecutionException("mine");
        });

        // a future whose task was discarded stays undone
        ThreadPoolExecutor p = new ThreadPoolExecutor(1, 1, 1, TimeUnit.HOURS, new ArrayBlockingQueue<>(1),
                new ThreadPoolExecutor.DiscardPolicy());
        System.out.println(p.getRejectedExecutionHandler().getClass().getSimpleName());
        CountDownLatch hold = new CountDownLatch(1);
        p.execute(() -> {
            try {
                hold.await();
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        Future<Integer> queued = p.submit(() -> 1);
        Future<Integer> lost = p.submit(() -> 2);
        System.out.println("remove queued " + p.getQueue().size() + " " + p.remove((Runnable) queued) + " " + p.getQueue().size());
        Future<Integer> again = p.submit(() -> 3);
        again.cancel(false);
        System.out.println("cancelled stays queued " + p.getQueue().size());
        p.purge();
        System.out.println("purged " + p.getQueue().size());
        p.setRejectedExecutionHandler(new ThreadPoolExecutor.AbortPolicy());
        p.execute(() -> { });
        try {
            p.submit(() -> 4);
        } catch (RejectedExecutionException e) {
            System.out.println("now aborting");
        }
        hold.countDown();
        p.shutdown();
        System.out.println(p.awaitTermination(1, TimeUnit.HOURS) + " lost done " + lost.isDone() + " queued done " + queued.isDone());
        try {
            p.execute(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
