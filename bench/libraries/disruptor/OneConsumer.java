import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;

/** A disruptor with one producer and one consumer: shutdown waits until all events were handled. */
public class OneConsumer {
    static class Slot {
        long value;
    }

    public static void main(String[] args) throws Exception {
        long[] sum = new long[1];
        Disruptor<Slot> disruptor = new Disruptor<>(
                Slot::new, 2, DaemonThreadFactory.INSTANCE, ProducerType.SINGLE, new BlockingWaitStrategy());
        disruptor.handleEventsWith((slot, sequence, last) -> sum[0] += slot.value);
        disruptor.start();
        disruptor.publishEvent((slot, sequence) -> slot.value = 5);
        disruptor.publishEvent((slot, sequence) -> slot.value = 6);
        disruptor.shutdown();
        assert sum[0] == 11 : sum[0];
    }
}
