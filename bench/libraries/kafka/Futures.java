import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.apache.kafka.common.utils.CopyOnWriteMap;

/** A Kafka future is completed by one of two threads. */
public class Futures {
    public static void main(String[] args) throws Exception {
        KafkaFutureImpl<Integer> future = new KafkaFutureImpl<>();
        CopyOnWriteMap<String, Integer> map = new CopyOnWriteMap<>();
        KafkaFuture<Integer> next = future.thenApply(n -> n + 1);
        Thread other = new Thread(() -> {
            future.complete(1);
            map.putIfAbsent("a", 1);
        });
        other.start();
        future.complete(1);
        map.putIfAbsent("b", 2);
        int result = next.get();
        other.join();
        assert result == 2 && map.size() == 2;
    }
}
