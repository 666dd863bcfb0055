import java.util.concurrent.*;

/** A pool without workers is shut down before it has ended. */
public class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Thread closer = new Thread(pool::shutdown);
        closer.start();
        boolean shut = pool.isShutdown();
        boolean ended = pool.isTerminated();
        closer.join();
        System.out.println(shut + " " + ended);
    }
}
