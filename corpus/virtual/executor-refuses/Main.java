import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;

/** A task that comes about when the executor is shut down is refused or runs; none is forgotten. */
public class Main {
    public static void main(String[] args) throws Exception {
        AtomicInteger ran = new AtomicInteger();
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        Thread closer = new Thread(executor::close);
        closer.start();
        boolean accepted = true;
        try {
            executor.execute(ran::incrementAndGet);
        } catch (RejectedExecutionException e) {
            accepted = false;
        }
        closer.join();
        System.out.println(accepted + " " + ran.get() + " " + executor.isTerminated());
    }
}
