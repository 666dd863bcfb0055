import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.Scheduler;
import org.quartz.TriggerBuilder;
import org.quartz.impl.StdSchedulerFactory;

/** A job that is due now runs. */
public class RunsOnce {
    static final CountDownLatch ran = new CountDownLatch(1);

    public static class Task implements Job {
        @Override public void execute(JobExecutionContext context) {
            ran.countDown();
        }
    }

    public static void main(String[] args) throws Exception {
        Properties settings = new Properties();
        settings.setProperty("org.quartz.threadPool.threadCount", "1");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.scheduler.skipUpdateCheck", "true");
        Scheduler scheduler = new StdSchedulerFactory(settings).getScheduler();
        scheduler.start();
        scheduler.scheduleJob(JobBuilder.newJob(Task.class).build(), TriggerBuilder.newTrigger().startNow().build());
        ran.await();
        scheduler.shutdown(true);
    }
}
