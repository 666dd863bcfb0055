import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/** The common pool makes the program's factory when its class is initialised; the factory's class reads what another thread writes. */
public class Main {
    static volatile boolean closed;

    public static class Factory implements ForkJoinPool.ForkJoinWorkerThreadFactory {
        static final boolean CLOSED = closed;

        @Override
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            return ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.setProperty("java.util.concurrent.ForkJoinPool.common.threadFactory", Factory.class.getName());
        Thread closer = new Thread(() -> closed = true, "closer");
        closer.start();
        ForkJoinPool.commonPool();
        closer.join();
        System.out.println(Factory.CLOSED);
    }
}
