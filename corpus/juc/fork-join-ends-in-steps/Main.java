import java.util.concurrent.ForkJoinPool;

public class Main {
    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(1);
        Thread closer = new Thread(pool::shutdown);
        closer.start();
        boolean isShutdown = pool.isShutdown();
        boolean isTerminated = pool.isTerminated();
        closer.join();
        System.out.println(isShutdown + " " + isTerminated);
    }
}
