import java.util.concurrent.ForkJoinPool;

public class Main {
    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        int x = pool.submit(() -> 7).join();
        System.out.println("x=" + x);
    }
}
