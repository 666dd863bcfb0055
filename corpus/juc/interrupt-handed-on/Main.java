import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A pool that ends interrupts its idle worker, and the worker's own class interrupts somebody else. */
public class Main {
    static Thread reader;

    static class Worker extends Thread {
        Worker(Runnable task) {
            super(task, "worker");
        }

        @Override
        public void interrupt() {
            reader.interrupt();
            super.interrupt();
        }
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        reader = new Thread(() -> {
            try {
                future.get();
            } catch (InterruptedException e) {
                assert false : "interrupted, though the result was there first";
            } catch (ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }, "reader");
        reader.start();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), Worker::new);
        pool.prestartCoreThread();
        future.complete(1);
        pool.shutdown();
    }
}
