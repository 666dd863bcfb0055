import java.util.concurrent.CompletableFuture;

public class Main {
    static boolean other;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread t = new Thread(() -> other = future.complete(1));
        t.start();
        boolean mine = future.complete(2);
        t.join();
        assert mine != other;
        System.out.println("x=" + future.join());
    }
}
