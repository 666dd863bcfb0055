import kotlinx.coroutines.Job;
import kotlinx.coroutines.JobKt;
import kotlinx.coroutines.flow.MutableStateFlow;
import kotlinx.coroutines.flow.StateFlowKt;
import kotlinx.coroutines.CompletableJob;
import kotlin.Unit;

/** A job is completed by one thread and cancelled by another; its handler runs once. */
public class FutureJobs {
    static int handled;

    public static void main(String[] args) throws Exception {
        CompletableJob job = JobKt.Job(null);
        MutableStateFlow<Integer> state = StateFlowKt.MutableStateFlow(0);
        job.invokeOnCompletion(cause -> {
            handled++;
            return Unit.INSTANCE;
        });
        Thread other = new Thread(() -> {
            job.complete();
            while (true) {
                int n = state.getValue();
                if (state.compareAndSet(n, n + 1)) {
                    break;
                }
            }
        });
        other.start();
        job.cancel(null);
        while (true) {
            int n = state.getValue();
            if (state.compareAndSet(n, n + 1)) {
                break;
            }
        }
        other.join();
        assert handled == 1 && state.getValue() == 2;
    }
}
