import com.codahale.metrics.Histogram;
import com.codahale.metrics.UniformReservoir;
import com.codahale.metrics.SlidingWindowReservoir;

/** Two threads record values. */
public class Reservoirs {
    public static void main(String[] args) throws Exception {
        Histogram histogram = new Histogram(new SlidingWindowReservoir(4));
        Thread other = new Thread(() -> histogram.update(1));
        other.start();
        histogram.update(2);
        other.join();
        assert histogram.getCount() == 2 && histogram.getSnapshot().size() == 2;
        assert histogram.getSnapshot().getMax() == 2;
    }
}
