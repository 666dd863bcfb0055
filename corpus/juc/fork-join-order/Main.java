import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class Main {
    static final StringBuffer log = new StringBuffer();

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        ForkJoinTask<?> a = pool.submit(() -> { log.append('a'); log.append('A'); });
        ForkJoinTask<?> b = pool.submit(() -> { log.append('b'); log.append('B'); });
        a.join();
        b.join();
        System.out.println(log);
    }
}
