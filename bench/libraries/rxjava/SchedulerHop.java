import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Values go from one thread to another and arrive in order. */
public class SchedulerHop {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        int last = Observable.just(1, 2, 3).observeOn(Schedulers.from(executor)).reduce(0, (a, b) -> a * 10 + b).blockingGet();
        assert last == 123 : last;
        executor.shutdown();
    }
}
