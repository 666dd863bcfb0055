import java.util.concurrent.CountDownLatch;
import org.jboss.threads.EnhancedQueueExecutor;

/** Tasks of an enhanced queue executor run. */
public class Enhanced {
    public static void main(String[] args) throws Exception {
        EnhancedQueueExecutor executor = new EnhancedQueueExecutor.Builder()
                .setCorePoolSize(1).setMaximumPoolSize(1).setRegisterMBean(false).build();
        CountDownLatch done = new CountDownLatch(2);
        executor.execute(done::countDown);
        executor.execute(done::countDown);
        done.await();
        executor.shutdown();
        executor.awaitTermination(1, java.util.concurrent.TimeUnit.DAYS);
    }
}
