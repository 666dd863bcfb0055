import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class Main {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newWorkStealingPool(2);
        List<Callable<Integer>> jobs = List.of(() -> 1, () -> 2);
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(jobs)) {
            sum += future.get();
        }
        System.out.println(sum);
        pool.shutdown();
    }
}
