import org.quartz.JobBuilder;
import org.quartz.JobDetail;
import org.quartz.JobKey;
import org.quartz.impl.JobDetailImpl;
import org.quartz.simpl.RAMJobStore;
import org.quartz.Job;
import org.quartz.JobExecutionContext;

/** Two threads store a job each. */
public class JobStores {
    public static class Task implements Job {
        @Override public void execute(JobExecutionContext context) { }
    }

    public static void main(String[] args) throws Exception {
        RAMJobStore store = new RAMJobStore();
        Thread other = new Thread(() -> put(store, "a"));
        other.start();
        put(store, "b");
        other.join();
        assert store.getNumberOfJobs() == 2;
    }

    static void put(RAMJobStore store, String name) {
        try {
            store.storeJob(JobBuilder.newJob(Task.class).withIdentity(name).build(), false);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
