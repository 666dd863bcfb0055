import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** The common pool makes the program's factory when its class is initialised, which happens in some runs only. */
public class Main {
    static int made;
    static volatile boolean wanted;

    public static class Factory implements ForkJoinPool.ForkJoinWorkerThreadFactory {
        public Factory() {
            made++;
        }

        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.setProperty("java.util.concurrent.ForkJoinPool.common.threadFactory", Factory.class.getName());
        Thread other = new Thread(() -> wanted = true, "other");
        other.start();
        if (wanted) {
            CompletableFuture.runAsync(() -> {}).join();
        }
        other.join();
        assert made < 2;
    }
}
