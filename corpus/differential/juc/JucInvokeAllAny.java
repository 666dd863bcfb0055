import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

public class JucInvokeAllAny {
    static String outcome(Future<?> f) throws InterruptedException {
        try {
            return "" + f.get();
        } catch (ExecutionException e) {
            return "failed " + e.getCause().getMessage();
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(3);
        List<Callable<Integer>> cs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            final int k = i;
            cs.add(() -> {
                if (k == 5) {
                    throw new Exception("five");
                }
                return k * 11;
            });
        }
        StringBuilder sb = new StringBuilder();
        for (Future<Integer> f : ex.invokeAll(cs)) {
            sb.append(f.isDone() ? "" : "not done ").append(outcome(f)).append(", ");
        }
        System.out.println(sb);
        System.out.println(ex.invokeAll(Collections.<Callable<Integer>>emptyList()).size());

        // a time-out cancels what is not done
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch noticed = new CountDownLatch(2);
        Callable<Integer> stuck = () -> {
            try {
                never.await();
                return 1;
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            } finally {
                noticed.countDown();
            }
        };
        List<Future<Integer>> timed = ex.invokeAll(List.of(stuck, stuck), 10, TimeUnit.MILLISECONDS);
        for (Future<Integer> f : timed) {
            System.out.println(outcome(f) + " " + f.isDone() + " " + f.isCancelled());
        }

        System.out.println("any " + ex.invokeAny(Arrays.asList(() -> {
            throw new Exception("x");
        }, () -> "good", () -> {
            throw new IllegalStateException("y");
        })));
        try {
            ex.invokeAny(List.<Callable<String>>of(() -> {
                throw new Exception("only failure");
            }));
        } catch (ExecutionException e) {
            System.out.println(e.getCause().getMessage());
        }
        try {
            ex.invokeAny(List.<Callable<String>>of());
        } catch (IllegalArgumentException e) {
            System.out.println("IAE");
        }
        try {
            ex.invokeAny(Collections.<Callable<String>>singletonList(null));
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        try {
            ex.invokeAny(List.<Callable<Object>>of(() -> {
                never.await();
                return null;
            }), 5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("any timed out");
        }
        // the slower ones are cancelled when one is there
        System.out.println(ex.invokeAny(List.<Callable<String>>of(() -> {
            never.await();
            return "never";
        }, () -> "quick")));

        CompletionService<Integer> comp = new ExecutorCompletionService<>(ex);
        for (int i = 1; i <= 10; i++) {
            final int k = i;
            comp.submit(() -> k);
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += comp.take().get();
        }
        System.out.println("sum " + sum + " " + comp.poll() + " " + comp.poll(1, TimeUnit.MILLISECONDS));
        // hand-over forces an order of completion
        CountDownLatch first = new CountDownLatch(1);
        comp.submit(() -> {
            first.await();
            return 2;
        });
        comp.submit(() -> 1);
        System.out.print(comp.take().get() + " ");
        first.countDown();
        System.out.println(comp.take().get());
        comp.submit(() -> { }, 99);
        System.out.println(comp.take().get());
        comp.submit(() -> {
            throw new Exception("in completion service");
        });
        System.out.println(outcome(comp.take()));
        ex.shutdown();
        System.out.println(ex.awaitTermination(1, TimeUnit.HOURS) + " interrupted at most two " + (interrupted.get() <= 2));
    }
}
