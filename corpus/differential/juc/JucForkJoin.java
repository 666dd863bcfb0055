import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

public class JucForkJoin {
    static class Fib extends RecursiveTask<Integer> {
        final int n;

        Fib(int n) {
            this.n = n;
        }

        @Override
        protected Integer compute() {
            if (n < 2) {
                return n;
            }
            Fib a = new Fib(n - 1);
            a.fork();
            return new Fib(n - 2).compute() + a.join();
        }
    }

    static class Sort extends RecursiveAction {
        final int[] a;
        final int lo;
        final int hi;

        Sort(int[] a, int lo, int hi) {
            this.a = a;
            this.lo = lo;
            this.hi = hi;
        }

        @Override
        protected void compute() {
            if (hi - lo < 10) {
                Arrays.sort(a, lo, hi);
                return;
            }
            int mid = (lo + hi) >>> 1;
            invokeAll(new Sort(a, lo, mid), new Sort(a, mid, hi));
            int[] left = Arrays.copyOfRange(a, lo, mid);
            int i = 0;
            int j = mid;
            for (int k = lo; i < left.length; k++) {
                a[k] = j == hi || left[i] <= a[j] ? left[i++] : a[j++];
            }
        }
    }

    static class Failing extends RecursiveTask<String> {
        final int depth;

        Failing(int d) {
            depth = d;
        }

        @Override
        protected String compute() {
            if (depth == 0) {
                throw new IllegalStateException("leaf");
            }
            Failing f = new Failing(depth - 1);
            f.fork();
            return f.join();
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println(pool.getParallelism() + " " + pool.getAsyncMode());
        System.out.println(pool.invoke(new Fib(15)));
        ForkJoinTask<Integer> t = pool.submit(new Fib(10));
        System.out.println(t.get() + " " + t.join() + " " + t.isDone() + t.isCompletedNormally() + t.isCompletedAbnormally());
        int[] a = new int[200];
        int x = 7;
        for (int i = 0; i < a.length; i++) {
            x = x * 1664525 + 1013904223;
            a[i] = x >>> 20;
        }
        int[] b = a.clone();
        Arrays.sort(b);
        pool.invoke(new Sort(a, 0, a.length));
        System.out.println(Arrays.equals(a, b));

        try {
            pool.invoke(new Failing(3));
        } catch (IllegalStateException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            System.out.println("invoke " + root.getMessage());
        }
        ForkJoinTask<String> f = pool.submit(new Failing(0));
        try {
            f.get();
        } catch (ExecutionException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            System.out.println("get " + root.getMessage());
        }
        System.out.println(f.isCompletedAbnormally() + " " + f.isCancelled() + " " + f.getException().getClass().getSimpleName() + " "
                + f.getRawResult());
        f.quietlyJoin();

        // adapted runnables and callables
        StringBuffer sb = new StringBuffer();
        System.out.println(pool.invoke(ForkJoinTask.adapt(() -> "callable")) + " "
                + pool.invoke(ForkJoinTask.adapt(() -> sb.append("ran"), "given")) + " " + sb);
        System.out.println(pool.submit(() -> 42).get() + " " + pool.submit(() -> sb.append("!"), 1).join() + " " + sb);
        pool.submit((Runnable) () -> sb.append("?")).join();
        System.out.println(sb + " in pool " + ForkJoinTask.inForkJoinPool() + " "
                + pool.submit(() -> ForkJoinTask.inForkJoinPool() && ForkJoinTask.getPool() == pool).get());

        // by hand
        Fib hand = new Fib(3);
        hand.complete(99);
        System.out.println(hand.join() + " " + hand.isCompletedNormally());
        Fib ex = new Fib(3);
        ex.completeExceptionally(new ArithmeticException("hand"));
        try {
            ex.join();
        } catch (ArithmeticException e) {
            System.out.println("hand failure " + ex.isCompletedAbnormally());
        }
        Fib can = new Fib(3);
        System.out.println(can.cancel(true) + " " + can.isCancelled() + " " + can.isDone() + " " + can.cancel(true));
        try {
            can.join();
        } catch (java.util.concurrent.CancellationException e) {
            System.out.println("cancelled");
        }
        Fib re = new Fib(6);
        int first = re.invoke();
        re.reinitialize();
        System.out.println(first + " " + re.isDone() + " " + re.invoke());

        // invokeAll of a collection, outside and inside
        List<Fib> fs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            fs.add(new Fib(i));
        }
        ForkJoinTask.invokeAll(fs);
        StringBuilder out = new StringBuilder();
        for (Fib q : fs) {
            out.append(q.getRawResult()).append(' ');
        }
        System.out.println(out.toString().trim());
        System.out.println(pool.awaitQuiescence(1, TimeUnit.HOURS) + " " + pool.isQuiescent() + " " + pool.hasQueuedSubmissions());
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS) + " " + pool.isTerminated() + " " + pool.isShutdown());
        try {
            pool.submit(() -> 1);
        } catch (RejectedExecutionException e) {
            System.out.println("rejected");
        }
        for (int p : new int[] {0, -1, 1 << 16}) {
            try {
                new ForkJoinPool(p);
            } catch (IllegalArgumentException e) {
                System.out.println("IAE " + p);
            }
        }
    }
}
