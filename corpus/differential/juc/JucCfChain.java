import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class JucCfChain {
    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(2, r -> new Thread(r, "cf"));
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 20, ex);
        System.out.println(a.thenApply(x -> x + 1).thenApplyAsync(x -> x * 2, ex).get());
        System.out.println(a.thenCompose(x -> CompletableFuture.supplyAsync(() -> x + "!", ex)).join());
        CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> 22);
        System.out.println(a.thenCombine(b, Integer::sum).join() + " " + a.thenCombineAsync(b, (x, y) -> x * y).join());
        StringBuffer sb = new StringBuffer();
        a.thenAcceptBoth(b, (x, y) -> sb.append(x).append('&').append(y)).join();
        a.runAfterBoth(b, () -> sb.append(" both")).join();
        CompletableFuture<Void> acc = a.thenAccept(x -> sb.append(" acc").append(x));
        System.out.println(acc.join() + " " + a.thenRun(() -> sb.append(" run")).join() + " " + sb);
        System.out.println(CompletableFuture.runAsync(() -> sb.append("."), ex).join() + " " + sb.length());

        // either: one side never completes
        CompletableFuture<Integer> never = new CompletableFuture<>();
        System.out.println(a.applyToEither(never, x -> "either " + x).join() + " " + never.applyToEither(b, x -> "other " + x).join());
        never.acceptEither(a, x -> sb.append(" e").append(x)).join();
        never.runAfterEither(b, () -> sb.append(" re")).join();
        System.out.println(sb);

        // where it runs
        System.out.println(CompletableFuture.supplyAsync(() -> Thread.currentThread().getName(), ex).join());
        CompletableFuture<String> done = CompletableFuture.completedFuture("now");
        Thread main = Thread.currentThread();
        System.out.println("completed: dependent runs here " + done.thenApply(x -> Thread.currentThread() == main).join());
        CompletableFuture<Integer> manual = new CompletableFuture<>();
        CompletableFuture<Boolean> where = manual.thenApply(x -> Thread.currentThread() == main);
        System.out.println(manual.complete(1) + " " + where.join() + " " + manual.complete(2) + " " + manual.join());

        // allOf and anyOf
        CompletableFuture<?>[] many = new CompletableFuture<?>[10];
        AtomicInteger n = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            final int k = i;
            many[i] = CompletableFuture.supplyAsync(() -> n.addAndGet(k), ex);
        }
        CompletableFuture.allOf(many).join();
        System.out.println("all " + n);
        System.out.println("any " + CompletableFuture.anyOf(never, done, new CompletableFuture<>()).join());
        System.out.println("none " + CompletableFuture.allOf().isDone() + " " + CompletableFuture.anyOf().isDone());

        System.out.println(never.getNow(-1) + " " + done.getNow("x") + " " + never.isDone() + " " + never.getNumberOfDependents());
        CompletableFuture<Integer> dep = new CompletableFuture<>();
        dep.thenApply(x -> x);
        dep.thenApply(x -> x);
        System.out.println("dependents " + dep.getNumberOfDependents());
        // dependents run in reverse order of registration here, or not: only the set counts
        AtomicInteger mask = new AtomicInteger();
        CompletableFuture<Integer> fan = new CompletableFuture<>();
        for (int i = 0; i < 8; i++) {
            final int bit = 1 << i;
            fan.thenAccept(x -> mask.addAndGet(bit * x));
        }
        fan.complete(1);
        System.out.println(mask);

        // a long chain does not overflow the stack
        CompletableFuture<Integer> head = new CompletableFuture<>();
        CompletableFuture<Integer> tail = head;
        for (int i = 0; i < 2000; i++) {
            tail = tail.thenApply(x -> x + 1);
        }
        head.complete(0);
        System.out.println(tail.join());
        // recursion by composition
        System.out.println(sumTo(ex, 50).join());
        String s = new CompletableFuture<>().toString();
        System.out.println(s.substring(s.indexOf('[')));
        s = done.toString();
        System.out.println(s.substring(s.indexOf('[')));
        s = dep.toString();
        System.out.println(s.substring(s.indexOf('[')));
        ex.shutdown();
        System.out.println(ex.awaitTermination(1, TimeUnit.HOURS));
    }

    static CompletableFuture<Integer> sumTo(ExecutorService ex, int n) {
        if (n == 0) {
            return CompletableFuture.completedFuture(0);
        }
        return CompletableFuture.supplyAsync(() -> n, ex).thenCompose(v -> sumTo(ex, v - 1).thenApply(r -> r + v));
    }
}
