import java.util.concurrent.CompletableFuture;

public class Main {
    static final Object left = new Object(), right = new Object();

    static int both(Object first, Object second, int value) {
        synchronized (first) {
            synchronized (second) {
                return value;
            }
        }
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> both(left, right, 1));
        CompletableFuture<Integer> b = CompletableFuture.supplyAsync(() -> both(right, left, 2));
        System.out.println(a.join() + b.join());
    }
}
