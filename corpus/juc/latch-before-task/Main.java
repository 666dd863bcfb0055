import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;

/** A task has opened the latch but is not done yet: the effect of its body comes before its result. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        FutureTask<Void> task = new FutureTask<>(latch::countDown, null);
        Thread runner = new Thread(task);
        runner.start();
        latch.await();
        boolean done = task.isDone();
        runner.join();
        System.out.println(done);
    }
}
