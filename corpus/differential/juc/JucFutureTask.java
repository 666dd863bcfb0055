import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucFutureTask {
    static String get(Future<?> f) {
        try {
            return "value " + f.get();
        } catch (ExecutionException e) {
            return "execution " + e.getMessage();
        } catch (CancellationException e) {
            return "cancelled";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    static class Open<T> extends FutureTask<T> {
        int doneCalls;

        Open(Callable<T> c) {
            super(c);
        }

        @Override
        protected void done() {
            doneCalls++;
        }

        void put(T v) {
            set(v);
        }

        void fail(Throwable t) {
            setException(t);
        }

        boolean again() {
            return runAndReset();
        }
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger n = new AtomicInteger();
        FutureTask<Integer> t = new FutureTask<>(n::incrementAndGet);
        System.out.println(t.isDone() + " " + t.isCancelled());
        try {
            t.get(1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("timeout");
        }
        t.run();
        t.run();
        System.out.println(get(t) + " n " + n + " " + t.isDone() + " cancel " + t.cancel(true) + " " + t.isCancelled());
        FutureTask<String> r = new FutureTask<>(() -> n.addAndGet(10), "given");
        new Thread(r).start();
        System.out.println(r.get() + " " + n);
        FutureTask<String> bad = new FutureTask<>(() -> {
            throw new java.io.FileNotFoundException("f");
        });
        bad.run();
        System.out.println(get(bad));
        FutureTask<String> c = new FutureTask<>(() -> "x");
        System.out.println(c.cancel(false) + " " + c.cancel(false) + " " + get(c) + " " + c.isDone() + c.isCancelled());
        c.run();
        System.out.println(get(c));

        // cancel(true) interrupts the runner
        CountDownLatch in = new CountDownLatch(1);
        CountDownLatch out = new CountDownLatch(1);
        boolean[] intr = new boolean[1];
        FutureTask<Integer> slow = new FutureTask<>(() -> {
            in.countDown();
            try {
                Thread.sleep(1_000_000_000L);
            } catch (InterruptedException e) {
                intr[0] = true;
            }
            out.countDown();
            return 1;
        });
        Thread runner = new Thread(slow);
        runner.start();
        in.await();
        System.out.println(slow.cancel(true) + " " + get(slow));
        out.await();
        runner.join();
        System.out.println("interrupted " + intr[0]);

        // many getters, one runner, one computation
        AtomicInteger computed = new AtomicInteger();
        FutureTask<Integer> shared = new FutureTask<>(() -> {
            computed.incrementAndGet();
            return 7;
        });
        AtomicInteger sum = new AtomicInteger();
        Thread[] ts = new Thread[6];
        for (int i = 0; i < 6; i++) {
            ts[i] = new Thread(() -> {
                shared.run();
                try {
                    sum.addAndGet(shared.get());
                } catch (Exception e) {
                    sum.addAndGet(1000);
                }
            });
            ts[i].start();
        }
        for (Thread x : ts) {
            x.join();
        }
        System.out.println(sum + " computed " + computed);

        Open<String> o = new Open<>(() -> "run");
        o.put("set");
        o.put("set again");
        o.run();
        System.out.println(get(o) + " done " + o.doneCalls);
        Open<String> f = new Open<>(() -> "run");
        f.fail(new Error("err"));
        System.out.println(get(f) + " done " + f.doneCalls);
        Open<String> rep = new Open<>(() -> "rep" + n.incrementAndGet());
        System.out.println(rep.again() + " " + rep.again() + " " + rep.isDone() + " n " + n);
        rep.run();
        System.out.println(get(rep) + " " + rep.again() + " done " + rep.doneCalls);
        Open<String> repBad = new Open<>(() -> {
            throw new Exception("stop");
        });
        System.out.println(repBad.again() + " " + get(repBad));
        Open<String> can = new Open<>(() -> "x");
        can.cancel(true);
        System.out.println("done on cancel " + can.doneCalls);
        String s = o.toString();
        System.out.println(s.substring(s.indexOf('[')));
        s = c.toString();
        System.out.println(s.substring(s.indexOf('[')));
        Thread.currentThread().interrupt();
        System.out.println(get(new FutureTask<>(() -> 1)) + " " + Thread.currentThread().isInterrupted());
        try {
            new FutureTask<>(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
    }
}
