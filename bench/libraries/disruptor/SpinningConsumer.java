import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import java.util.concurrent.CountDownLatch;

/** A consumer that spins; it is known to run before the events are published, so that shutdown waits for it. */
public class SpinningConsumer {
    static class Slot {
        long value;
    }

    static class Summing implements EventHandler<Slot> {
        final CountDownLatch running = new CountDownLatch(1);
        long sum;

        @Override public void onStart() {
            running.countDown();
        }

        @Override public void onEvent(Slot slot, long sequence, boolean last) {
            sum += slot.value;
        }
    }

    public static void main(String[] args) throws Exception {
        Summing handler = new Summing();
        Disruptor<Slot> disruptor = new Disruptor<>(
                Slot::new, 2, DaemonThreadFactory.INSTANCE, ProducerType.SINGLE, new BusySpinWaitStrategy());
        disruptor.handleEventsWith(handler);
        disruptor.start();
        handler.running.await();
        disruptor.publishEvent((slot, sequence) -> slot.value = 5);
        disruptor.publishEvent((slot, sequence) -> slot.value = 6);
        disruptor.shutdown();
        assert handler.sum == 11 : handler.sum;
    }
}
