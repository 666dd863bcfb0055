import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;

/** Two producers publish to a ring buffer, main polls. */
public class RingBufferPoller {
    static class Slot {
        int value;
    }

    public static void main(String[] args) throws Exception {
        RingBuffer<Slot> ring = RingBuffer.createMultiProducer(Slot::new, 2);
        EventPoller<Slot> poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
        Thread a = new Thread(() -> ring.publishEvent((slot, n) -> slot.value = 1));
        Thread b = new Thread(() -> ring.publishEvent((slot, n) -> slot.value = 2));
        a.start();
        b.start();
        a.join();
        b.join();
        int[] sum = new int[1];
        poller.poll((slot, sequence, last) -> {
            sum[0] += slot.value;
            return true;
        });
        assert sum[0] == 3 : sum[0];
    }
}
