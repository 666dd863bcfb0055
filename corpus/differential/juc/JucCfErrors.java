import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class JucCfErrors {
    static String shape(Throwable t) {
        String s = t.getClass().getSimpleName();
        return t.getCause() == null ? s + "(" + t.getMessage() + ")" : s + " <- " + shape(t.getCause());
    }

    static String join(CompletableFuture<?> f) {
        try {
            return "value " + f.join();
        } catch (RuntimeException e) {
            return shape(e);
        }
    }

    static String get(CompletableFuture<?> f) {
        try {
            return "value " + f.get();
        } catch (ExecutionException | InterruptedException | RuntimeException e) {
            return shape(e);
        }
    }

    static String both(CompletableFuture<?> f) {
        return "join " + join(f) + " | get " + get(f);
    }

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> bad = CompletableFuture.supplyAsync(() -> {
            throw new IllegalStateException("s");
        });
        System.out.println(both(bad));
        System.out.println(both(bad.thenApply(x -> x + 1)));
        System.out.println(both(CompletableFuture.failedFuture(new java.io.IOException("io"))));
        System.out.println(both(CompletableFuture.failedFuture(new java.io.IOException("io")).thenApply(x -> x)));
        CompletableFuture<Integer> manual = new CompletableFuture<>();
        System.out.println(manual.completeExceptionally(new Exception("m")) + " " + manual.complete(1) + " " + both(manual) + " "
                + manual.isCompletedExceptionally() + manual.isCancelled() + manual.isDone());

        System.out.println(join(bad.exceptionally(t -> t instanceof CompletionException ? -1 : -2)));
        System.out.println(join(manual.exceptionally(t -> t instanceof CompletionException ? -1 : -2)));
        System.out.println(join(manual.thenApply(x -> x).exceptionally(t -> t instanceof CompletionException ? -1 : -2)));
        System.out.println(join(bad.handle((v, t) -> v + "/" + shape(t))));
        System.out.println(join(CompletableFuture.completedFuture(5).handle((v, t) -> v + "/" + t)));
        StringBuffer sb = new StringBuffer();
        System.out.println(join(manual.whenComplete((v, t) -> sb.append(v).append(' ').append(t.getMessage()))) + " " + sb);
        // whenComplete's own exception: only if there was none before
        System.out.println(join(CompletableFuture.completedFuture(1).whenComplete((v, t) -> {
            throw new ArithmeticException("own");
        })));
        CompletableFuture<Object> two = CompletableFuture.failedFuture(new Exception("first")).whenComplete((v, t) -> {
            throw new ArithmeticException("second");
        });
        System.out.println(join(two));
        System.out.println(join(bad.handle((v, t) -> {
            throw new RuntimeException("in handle");
        })));
        System.out.println(join(CompletableFuture.completedFuture("x").thenCompose(x -> CompletableFuture.failedFuture(new Error("e")))));
        System.out.println(join(manual.exceptionallyCompose(t -> CompletableFuture.completedFuture(77))));
        System.out.println(join(manual.exceptionallyAsync(t -> 78)));

        CompletableFuture<String> c = new CompletableFuture<>();
        CompletableFuture<String> dep = c.thenApply(x -> x);
        System.out.println(c.cancel(true) + " " + c.isCancelled() + " " + both(c));
        System.out.println(dep.isCancelled() + " " + both(dep) + " " + c.cancel(false));
        CompletableFuture<String> done = CompletableFuture.completedFuture("d");
        System.out.println(done.cancel(true) + " " + done.isCancelled());

        // time-outs
        System.out.println(join(new CompletableFuture<Integer>().orTimeout(5, TimeUnit.MILLISECONDS)));
        System.out.println(join(new CompletableFuture<Integer>().completeOnTimeout(9, 5, TimeUnit.MILLISECONDS)));
        System.out.println(join(CompletableFuture.completedFuture(3).orTimeout(1, TimeUnit.HOURS).completeOnTimeout(4, 1, TimeUnit.HOURS)));
        try {
            new CompletableFuture<>().get(2, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("get timed out " + e.getMessage());
        }
        Thread.currentThread().interrupt();
        System.out.println(get(new CompletableFuture<>()) + " " + Thread.interrupted());
        System.out.println(CompletableFuture.supplyAsync(() -> "late", CompletableFuture.delayedExecutor(3, TimeUnit.MILLISECONDS)).join());

        // obtrude
        CompletableFuture<Integer> o = CompletableFuture.completedFuture(1);
        o.obtrudeValue(2);
        System.out.println(join(o));
        o.obtrudeException(new Exception("obtruded"));
        System.out.println(join(o) + " " + o.isCompletedExceptionally());

        // combine, allOf, anyOf with failures
        System.out.println(join(manual.thenCombine(o, (x, y) -> x)).startsWith("CompletionException"));
        System.out.println(join(CompletableFuture.allOf(done, manual)) + " " + join(CompletableFuture.anyOf(manual, new CompletableFuture<>())));
        // copies and stages
        CompletableFuture<Integer> src = new CompletableFuture<>();
        CompletableFuture<Integer> copy = src.copy();
        copy.complete(10);
        System.out.println(src.isDone() + " " + copy.join());
        CompletionStage<Integer> min = src.minimalCompletionStage();
        try {
            ((CompletableFuture<Integer>) min).complete(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("UOE");
        }
        src.complete(11);
        System.out.println(min.toCompletableFuture().join() + " " + src.newIncompleteFuture().isDone());
        System.out.println(join(new CompletableFuture<Integer>().completeAsync(() -> 5)) + " "
                + join(CompletableFuture.failedStage(new Exception("st")).toCompletableFuture()));
        try {
            done.thenApply(null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        System.out.println(shape(new CompletionException("msg", new CancellationException("cc"))));
    }
}
