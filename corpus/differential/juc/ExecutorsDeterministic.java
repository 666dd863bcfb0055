import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;

public class ExecutorsDeterministic {
    public static void main(String[] args) throws Exception {
        ExecutorService e = Executors.newSingleThreadExecutor(r -> new Thread(r, "solo"));
        List<Future<String>> fs = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int n = i;
            fs.add(e.submit(() -> { if (n == 2) throw new Exception("task " + n);
                    return Thread.currentThread().getName() + n; }));
        }
        for (Future<String> f : fs) try {
            System.out.println(f.get());
        } catch (ExecutionException x) {
            System.out.println(x.getMessage() + " | " + x.getCause());
        }
        String any = e.invokeAny(List.of(() -> "any"));
        System.out.println(any);
        List<Runnable> left = e.shutdownNow();
        System.out.println(left.size() + " " + e.isShutdown() + e.awaitTermination(1, TimeUnit.SECONDS)
                + e.isTerminated());
        try {
            e.execute(() -> { });
        } catch (RejectedExecutionException x) {
            System.out.println("rejected");
        }
        ThreadPoolExecutor tp = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1),
                new ThreadPoolExecutor.DiscardOldestPolicy()) {
            protected void afterExecute(Runnable r, Throwable t) {
                System.out.println("after " + (t == null));
            }
            protected void terminated() {
                System.out.println("terminated");
            }
        };
        CountDownLatch gate = new CountDownLatch(1);
        tp.execute(() -> { try { gate.await(); } catch (InterruptedException x) { } System.out.println("first"); });
        tp.execute(() -> System.out.println("dropped"));
        tp.execute(() -> System.out.println("kept"));
        gate.countDown();
        tp.shutdown();
        tp.awaitTermination(5, TimeUnit.SECONDS);
        System.out.println(tp.getCompletedTaskCount() + " " + tp.getLargestPoolSize());
        ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
        AtomicInteger n = new AtomicInteger();
        ScheduledFuture<?> sf = s.scheduleAtFixedRate(() -> {
                if (n.incrementAndGet() == 3) throw new IllegalStateException("stop"); }, 1, 1,
                TimeUnit.MILLISECONDS);
        try {
            sf.get();
        } catch (ExecutionException x) {
            System.out.println(x.getCause() + " " + n);
        }
        ScheduledFuture<String> a = s.schedule(() -> "late", 30, TimeUnit.MILLISECONDS), b = s.schedule(() -> "early",
                5, TimeUnit.MILLISECONDS);
        System.out.println(a.compareTo(b) > 0 ? b.get() + a.get() : "?");
        s.shutdown();
        CompletableFuture<Integer> c = new CompletableFuture<>();
        CompletableFuture<String> chain = c.thenApply(x -> x / 0).exceptionally(t -> { System.out.println(t);
                return -1; }).thenApply(x -> "r" + x).whenComplete((v, t) -> System.out.println(v + t));
        c.complete(5);
        System.out.println(chain.join() + " " + c.isDone() + c.complete(6) + c.getNow(0)
                + chain.isCompletedExceptionally());
        CompletableFuture<Void> all = CompletableFuture.allOf(CompletableFuture.runAsync(() -> { }),
                CompletableFuture.completedFuture(1));
        all.get();
        System.out.println(CompletableFuture.supplyAsync(() -> 1).thenAcceptBoth(CompletableFuture.supplyAsync(() ->
                2), (x, y) -> System.out.println(x + y)).get());
        try {
            new CompletableFuture<>().get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException x) {
            System.out.println(x);
        }
        CompletableFuture<String> ot = new CompletableFuture<String>().completeOnTimeout("dflt", 3,
                TimeUnit.MILLISECONDS);
        System.out.println(ot.get());
        CompletableFuture<String> can = new CompletableFuture<>();
        can.cancel(true);
        try {
            can.join();
        } catch (CancellationException x) {
            System.out.println(x);
        }
        System.out.println(can.handle((v, t) -> t.getClass().getSimpleName()).join()
                + CompletableFuture.failedFuture(new RuntimeException("ff")).exceptionallyCompose(t ->
                CompletableFuture.completedFuture("rec")).join());
        ForkJoinPool fj = new ForkJoinPool(2);
        class Sum extends RecursiveTask<Long> {
            final int[] v;
            final int l, h;
            Sum(int[] v, int l, int h) {
                this.v = v;
                this.l = l;
                this.h = h;
            }
            protected Long compute() {
                if (h - l < 50) {
                    long t = 0;
                    for (int i = l; i < h; i++) t += v[i];
                    return t;
                }
                int m = (l + h) / 2;
                Sum x = new Sum(v, l, m), y = new Sum(v, m, h);
                invokeAll(x, y);
                return x.join() + y.join();
            }
        }
        int[] v = new int[1000];
        Arrays.setAll(v, i -> i);
        System.out.println(fj.invoke(new Sum(v, 0, 1000)));
        try {
            fj.invoke(new RecursiveAction() { protected void compute() { throw new IllegalArgumentException("fj");
                    } });
        } catch (IllegalArgumentException x) {
            System.out.println(x.getMessage());
        }
        fj.shutdown();
        System.out.println(Arrays.stream(v).parallel().filter(x -> x % 3 == 0).mapToLong(x -> x).sum() + " "
                + List.of(5, 3, 1).parallelStream().map(x -> x * 2).sorted().toList());
        ConcurrentSkipListMap<Integer, String> sk = new ConcurrentSkipListMap<>(Map.of(3, "c", 1, "a"));
        System.out.println(sk + "" + sk.firstKey() + sk.headMap(3));
        LongAdder la = new LongAdder();
        la.add(5);
        la.increment();
        System.out.println(la + " " + new AtomicIntegerArray(new int[] {1, 2}) + new AtomicReference<>("q")
                + new AtomicLong(3).accumulateAndGet(4, Math::max) + n.updateAndGet(x -> x * 10));
        BlockingQueue<Integer> q = new LinkedBlockingQueue<>(2);
        System.out.println(q.offer(1) + "" + q.offer(2) + q.offer(3) + q.remainingCapacity()
                + q.drainTo(new ArrayList<>()) + q.poll(1, TimeUnit.MILLISECONDS));
        Semaphore sem = new Semaphore(2, true);
        sem.acquire();
        System.out.println(sem.availablePermits() + "" + sem.tryAcquire(2) + sem.drainPermits()
                + sem.toString().replaceAll(".*\\[", "["));
        Exchanger<String> ex = new Exchanger<>();
        Thread et = new Thread(() -> { try { System.out.println("t got " + ex.exchange("fromT"));
                } catch (InterruptedException x) { } });
        et.start();
        String got = ex.exchange("fromMain");
        et.join();
        System.out.println(got);
        CyclicBarrier cb = new CyclicBarrier(2, () -> System.out.println("tripped"));
        Thread bt = new Thread(() -> { try { cb.await(); } catch (Exception x) { } });
        bt.start();
        cb.await();
        bt.join();
        System.out.println(cb.getNumberWaiting() + "" + cb.isBroken());
        ThreadLocal<List<String>> tl = ThreadLocal.withInitial(ArrayList::new);
        tl.get().add("m");
        Thread tt = new Thread(() -> System.out.println(tl.get()));
        tt.start();
        tt.join();
        System.out.println(tl.get());
        tl.remove();
        System.out.println(tl.get());
    }
}
