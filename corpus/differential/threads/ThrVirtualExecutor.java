// jdk: 21+
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class ThrVirtualExecutor {
    public static void main(String[] args) throws Exception {
        AtomicInteger done = new AtomicInteger();
        ExecutorService kept;
        try (ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor()) {
            kept = ex;
            List<Future<Integer>> fs = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                final int k = i;
                fs.add(ex.submit(() -> {
                    done.incrementAndGet();
                    return Thread.currentThread().isVirtual() ? k : -1;
                }));
            }
            int sum = 0;
            for (Future<Integer> f : fs) {
                sum += f.get();
            }
            System.out.println("sum " + sum + " done " + done.get());

            Future<String> bad = ex.submit(() -> {
                throw new IllegalStateException("inside");
            });
            try {
                bad.get();
            } catch (ExecutionException e) {
                System.out.println(e.getMessage());
            }
            System.out.println(bad.state() + " " + bad.exceptionNow().getMessage());

            List<Callable<String>> calls = List.of(() -> "a", () -> "b", () -> "c");
            StringBuilder sb = new StringBuilder();
            for (Future<String> f : ex.invokeAll(calls)) {
                sb.append(f.resultNow());
            }
            System.out.println(sb);
            System.out.println(ex.invokeAny(calls.subList(1, 2)));
            // left running: close waits for it
            ex.submit(() -> {
                Thread.sleep(10);
                done.addAndGet(1000);
                return null;
            });
            System.out.println("shut down " + ex.isShutdown());
        }
        System.out.println("closed, done " + done.get() + " terminated " + kept.isTerminated());
        try {
            kept.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }

        // bounded concurrency by a semaphore
        Semaphore sem = new Semaphore(3);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger max = new AtomicInteger();
        try (ExecutorService ex = Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("job-", 0).factory())) {
            for (int i = 0; i < 20; i++) {
                ex.execute(() -> {
                    sem.acquireUninterruptibly();
                    try {
                        max.accumulateAndGet(running.incrementAndGet(), Math::max);
                        Thread.yield();
                        running.decrementAndGet();
                    } finally {
                        sem.release();
                    }
                });
            }
        }
        System.out.println("never over three " + (max.get() <= 3) + " permits " + sem.availablePermits());

        // shutdownNow interrupts
        ExecutorService now = Executors.newVirtualThreadPerTaskExecutor();
        Future<String> sleeper = now.submit(() -> {
            try {
                Thread.sleep(1_000_000_000L);
                return "slept";
            } catch (InterruptedException e) {
                return "interrupted";
            }
        });
        System.out.println("pending " + now.shutdownNow().size());
        System.out.println(sleeper.get());
        now.close();

        // nested: a task per task
        try (ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor()) {
            System.out.println(fib(ex, 10));
        }
        // cancelling a future interrupts its thread
        try (ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> f = ex.submit(() -> {
                Thread.sleep(1_000_000_000L);
                return null;
            });
            System.out.println(f.cancel(true) + " " + f.isCancelled() + " " + f.state());
        }
    }

    static int fib(ExecutorService ex, int n) throws Exception {
        if (n < 2) {
            return n;
        }
        Future<Integer> a = ex.submit(() -> fib(ex, n - 1));
        return fib(ex, n - 2) + a.get();
    }
}
