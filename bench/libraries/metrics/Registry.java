import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.Histogram;

/** Two threads register and count. */
public class Registry {
    public static void main(String[] args) throws Exception {
        MetricRegistry registry = new MetricRegistry();
        Thread other = new Thread(() -> registry.counter("c").inc());
        other.start();
        registry.counter("c").inc();
        other.join();
        assert registry.counter("c").getCount() == 2;
    }
}
