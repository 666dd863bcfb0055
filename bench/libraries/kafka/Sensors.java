import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.metrics.Sensor;
import org.apache.kafka.common.metrics.stats.CumulativeSum;

/** Two threads record into a sensor. */
public class Sensors {
    public static void main(String[] args) throws Exception {
        Metrics metrics = new Metrics();
        Sensor sensor = metrics.sensor("bytes");
        sensor.add(metrics.metricName("total", "group"), new CumulativeSum());
        Thread other = new Thread(() -> metrics.sensor("bytes").record(1));
        other.start();
        sensor.record(2);
        other.join();
        Object total = metrics.metric(metrics.metricName("total", "group")).metricValue();
        assert total.equals(3.0) : total;
    }
}
