import com.google.common.util.concurrent.MoreExecutors;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/** A sequential executor on top of threads: its tasks never overlap, and come in order. */
public class SequentialTasks {
    static int state;

    public static void main(String[] args) throws Exception {
        CountDownLatch done = new CountDownLatch(2);
        Executor sequential = MoreExecutors.newSequentialExecutor(task -> new Thread(task).start());
        sequential.execute(() -> {
            assert state == 0;
            state = 1;
            done.countDown();
        });
        sequential.execute(() -> {
            assert state == 1;
            state = 2;
            done.countDown();
        });
        done.await();
        assert state == 2;
    }
}
