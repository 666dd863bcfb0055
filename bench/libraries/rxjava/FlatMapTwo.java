import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Two inner sources on two threads, merged: both values arrive, one after the other. */
public class FlatMapTwo {
    public static void main(String[] args) {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        int sum = Flowable.just(1, 2)
                .flatMap(value -> Flowable.just(value).subscribeOn(Schedulers.from(threads)))
                .reduce(0, Integer::sum).blockingGet();
        threads.shutdown();
        assert sum == 3;
    }
}
