import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class JucCountedCompleter {
    static class Each extends CountedCompleter<Void> {
        final int[] a;
        final int lo;
        final int hi;

        Each(CountedCompleter<?> p, int[] a, int lo, int hi) {
            super(p);
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public void compute() {
            if (hi - lo >= 2) {
                int mid = (lo + hi) >>> 1;
                setPendingCount(2);
                new Each(this, a, lo, mid).fork();
                new Each(this, a, mid, hi).fork();
            } else if (hi > lo) {
                a[lo] = a[lo] * a[lo];
            }
            tryComplete();
        }
    }

    static class Sum extends CountedCompleter<Long> {
        final int[] a;
        final int lo;
        final int hi;
        long result;
        Sum forks;
        Sum next;

        Sum(CountedCompleter<?> p, int[] a, int lo, int hi, Sum next) {
            super(p);
            this.a = a;
            this.lo = lo;
            this.hi = hi;
            this.next = next;
        }

        @Override
        public void compute() {
            int l = lo;
            int h = hi;
            while (h - l >= 4) {
                int mid = (l + h) >>> 1;
                addToPendingCount(1);
                (forks = new Sum(this, a, mid, h, forks)).fork();
                h = mid;
            }
            for (int i = l; i < h; i++) {
                result += a[i];
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> c) {
            for (Sum s = forks; s != null; s = s.next) {
                result += s.result;
            }
        }

        @Override
        public Long getRawResult() {
            return result;
        }
    }

    static class Search extends CountedCompleter<String> {
        final String[] a;
        final AtomicReference<String> result;
        final int lo;
        final int hi;

        Search(CountedCompleter<?> p, String[] a, AtomicReference<String> r, int lo, int hi) {
            super(p);
            this.a = a;
            this.result = r;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        public String getRawResult() {
            return result.get();
        }

        @Override
        public void compute() {
            int l = lo;
            int h = hi;
            while (result.get() == null && h >= l) {
                if (h - l >= 2) {
                    int mid = (l + h) >>> 1;
                    addToPendingCount(1);
                    new Search(this, a, result, mid, h).fork();
                    h = mid;
                } else {
                    if (l < h && a[l].startsWith("needle") && result.compareAndSet(null, a[l])) {
                        quietlyCompleteRoot();
                    }
                    break;
                }
            }
            tryComplete();
        }
    }

    static class Bad extends CountedCompleter<Void> {
        final AtomicInteger handled;

        Bad(CountedCompleter<?> p, AtomicInteger h) {
            super(p);
            handled = h;
        }

        @Override
        public void compute() {
            if (getCompleter() == null) {
                setPendingCount(1);
                new Bad(this, handled).fork();
                tryComplete();
            } else {
                throw new IllegalArgumentException("child");
            }
        }

        @Override
        public boolean onExceptionalCompletion(Throwable ex, CountedCompleter<?> caller) {
            handled.incrementAndGet();
            return true;
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        int[] a = new int[50];
        for (int i = 0; i < 50; i++) {
            a[i] = i;
        }
        pool.invoke(new Each(null, a, 0, 50));
        System.out.println(a[7] + " " + a[49] + " " + a[0]);
        System.out.println(pool.invoke(new Sum(null, a, 0, 50, null)));
        String[] hay = new String[40];
        for (int i = 0; i < 40; i++) {
            hay[i] = i == 27 ? "needle27" : "hay" + i;
        }
        System.out.println(pool.invoke(new Search(null, hay, new AtomicReference<>(), 0, 40)));
        hay[27] = "x";
        System.out.println(pool.invoke(new Search(null, hay, new AtomicReference<>(), 0, 40)));
        AtomicInteger handled = new AtomicInteger();
        try {
            pool.invoke(new Bad(null, handled));
        } catch (IllegalArgumentException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            // the child's handler has run, the root's may be still on its way
            System.out.println(root.getMessage() + " handled " + (handled.get() >= 1));
        }

        // pending counts by hand
        StringBuilder log = new StringBuilder();
        CountedCompleter<Void> cc = new CountedCompleter<>(null, 2) {
            @Override
            public void compute() {
            }

            @Override
            public void onCompletion(CountedCompleter<?> caller) {
                log.append("completed by ").append(caller == this ? "itself" : "child");
            }
        };
        System.out.println(cc.getPendingCount() + " " + cc.compareAndSetPendingCount(2, 1) + " "
                + cc.decrementPendingCountUnlessZero() + " " + cc.decrementPendingCountUnlessZero() + " " + cc.getPendingCount());
        cc.addToPendingCount(1);
        cc.tryComplete();
        System.out.println("[" + log + "] " + cc.isDone() + " " + cc.getPendingCount());
        cc.tryComplete();
        System.out.println(log + " " + cc.isDone() + " root " + (cc.getRoot() == cc));
        pool.shutdown();

        // own worker threads
        ConcurrentSkipListSet<String> names = new ConcurrentSkipListSet<>();
        AtomicInteger n = new AtomicInteger();
        class Worker extends ForkJoinWorkerThread {
            Worker(ForkJoinPool p) {
                super(p);
                setName("mine-" + n.getAndIncrement());
            }

            @Override
            protected void onStart() {
                super.onStart();
                names.add("started");
            }

            @Override
            protected void onTermination(Throwable t) {
                names.add("ended " + t);
                super.onTermination(t);
            }
        }
        ForkJoinPool own = new ForkJoinPool(1, Worker::new, null, true);
        System.out.println(own.submit(() -> Thread.currentThread().getName().startsWith("mine-")).get() + " " + own.getAsyncMode()
                + " " + own.submit(() -> Thread.currentThread().isDaemon()).get());
        own.shutdown();
        System.out.println(own.awaitTermination(1, java.util.concurrent.TimeUnit.HOURS) + " " + names);
        // forked tasks that nobody joins
        StringBuffer fifo = new StringBuffer();
        ForkJoinPool async = new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true);
        async.submit(() -> {
            for (int i = 0; i < 6; i++) {
                final int k = i;
                java.util.concurrent.ForkJoinTask.adapt((Runnable) () -> fifo.append(k)).fork();
            }
        }).join();
        async.awaitQuiescence(1, java.util.concurrent.TimeUnit.HOURS);
        async.shutdown();
        async.awaitTermination(1, java.util.concurrent.TimeUnit.HOURS);
        System.out.println("six ran " + (fifo.length() == 6));
    }
}
