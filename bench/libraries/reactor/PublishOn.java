import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** Values cross a thread and arrive in order. */
public class PublishOn {
    public static void main(String[] args) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        int last = Flux.just(1, 2, 3).publishOn(Schedulers.fromExecutor(executor)).reduce(0, (a, b) -> a * 10 + b).block();
        assert last == 123 : last;
        executor.shutdown();
    }
}
