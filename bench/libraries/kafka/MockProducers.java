import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Two threads send with one producer (the mock that Kafka ships). */
public class MockProducers {
    public static void main(String[] args) throws Exception {
        MockProducer<String, String> producer = new MockProducer<>(true, new StringSerializer(), new StringSerializer());
        Thread other = new Thread(() -> producer.send(new ProducerRecord<>("topic", "k", "a")));
        other.start();
        long offset = producer.send(new ProducerRecord<>("topic", "k", "b")).get().offset();
        other.join();
        assert producer.history().size() == 2;
        assert offset == 0 || offset == 1;
    }
}
