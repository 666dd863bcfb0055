import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class JucCustomExecutor {
    // runs every task on the calling thread
    static class Direct extends AbstractExecutorService {
        private boolean down;
        final List<String> made = new ArrayList<>();

        @Override
        public void execute(Runnable r) {
            if (down) {
                throw new java.util.concurrent.RejectedExecutionException("down");
            }
            r.run();
        }

        @Override
        protected <T> RunnableFuture<T> newTaskFor(Callable<T> c) {
            made.add("callable");
            return new FutureTask<>(c);
        }

        @Override
        protected <T> RunnableFuture<T> newTaskFor(Runnable r, T v) {
            made.add("runnable");
            return super.newTaskFor(r, v);
        }

        @Override
        public void shutdown() {
            down = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            down = true;
            return Collections.emptyList();
        }

        @Override
        public boolean isShutdown() {
            return down;
        }

        @Override
        public boolean isTerminated() {
            return down;
        }

        @Override
        public boolean awaitTermination(long t, TimeUnit u) {
            return down;
        }
    }

    static class Serial implements Executor {
        private final ArrayDeque<Runnable> q = new ArrayDeque<>();
        private final Executor ex;
        private Runnable active;

        Serial(Executor ex) {
            this.ex = ex;
        }

        @Override
        public synchronized void execute(Runnable r) {
            q.add(() -> {
                try {
                    r.run();
                } finally {
                    next();
                }
            });
            if (active == null) {
                next();
            }
        }

        private synchronized void next() {
            if ((active = q.poll()) != null) {
                ex.execute(active);
            }
        }
    }

    static class LockBlocker implements ForkJoinPool.ManagedBlocker {
        final ReentrantLock lock;
        boolean has;

        LockBlocker(ReentrantLock l) {
            lock = l;
        }

        @Override
        public boolean block() {
            if (!has) {
                lock.lock();
                has = true;
            }
            return true;
        }

        @Override
        public boolean isReleasable() {
            return has || (has = lock.tryLock());
        }
    }

    public static void main(String[] args) throws Exception {
        Direct d = new Direct();
        Thread main = Thread.currentThread();
        Future<Boolean> f = d.submit(() -> Thread.currentThread() == main);
        System.out.println(f.isDone() + " " + f.get());
        System.out.println(d.submit(() -> { }, "r").get() + " " + d.submit(() -> { }).get());
        int sum = 0;
        for (Future<Integer> g : d.invokeAll(List.<Callable<Integer>>of(() -> 1, () -> 2, () -> 3))) {
            sum += g.get();
        }
        System.out.println(sum + " " + d.made);
        List<Callable<String>> any = new ArrayList<>();
        any.add(() -> {
            throw new Exception("first fails");
        });
        any.add(() -> "second");
        any.add(() -> "third");
        System.out.println(d.invokeAny(any));
        d.shutdown();
        try {
            d.submit(() -> 1);
        } catch (java.util.concurrent.RejectedExecutionException e) {
            System.out.println(e.getMessage());
        }

        // a serial executor over a pool keeps the order
        java.util.concurrent.ExecutorService pool = java.util.concurrent.Executors.newFixedThreadPool(3);
        Serial s = new Serial(pool);
        StringBuilder sb = new StringBuilder();
        java.util.concurrent.CountDownLatch done = new java.util.concurrent.CountDownLatch(1);
        for (int i = 0; i < 10; i++) {
            final int k = i;
            s.execute(() -> sb.append(k));
        }
        s.execute(done::countDown);
        done.await();
        System.out.println(sb);
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));

        // managed blocking outside and inside a pool
        ReentrantLock l = new ReentrantLock();
        ForkJoinPool.managedBlock(new LockBlocker(l));
        System.out.println("held " + l.isHeldByCurrentThread());
        l.unlock();
        ForkJoinPool fj = new ForkJoinPool(2);
        int[] n = new int[1];
        List<java.util.concurrent.ForkJoinTask<?>> ts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            ts.add(fj.submit(() -> {
                LockBlocker b = new LockBlocker(l);
                try {
                    ForkJoinPool.managedBlock(b);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                try {
                    n[0]++;
                } finally {
                    l.unlock();
                }
            }));
        }
        for (java.util.concurrent.ForkJoinTask<?> t : ts) {
            t.join();
        }
        System.out.println("n " + n[0]);
        fj.shutdown();
        System.out.println(fj.awaitTermination(1, TimeUnit.HOURS));

        // the common pool
        ForkJoinPool common = ForkJoinPool.commonPool();
        System.out.println((common == ForkJoinPool.commonPool()) + " " + (ForkJoinPool.getCommonPoolParallelism() >= 0));
        System.out.println(common.submit(() -> 6 * 7).get() + " " + common.invoke(new java.util.concurrent.RecursiveTask<String>() {
            @Override
            protected String compute() {
                return "in common";
            }
        }));
        common.shutdown();
        System.out.println("common cannot be shut down " + common.isShutdown() + " " + common.submit(() -> 1).get());
    }
}
