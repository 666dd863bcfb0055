import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;

/** A consumer waits at a barrier until a producer has published. */
public class BlockingConsumers {
    public static void main(String[] args) throws Exception {
        RingBuffer<long[]> ring = RingBuffer.createMultiProducer(() -> new long[1], 2, new BlockingWaitStrategy());
        Sequence consumed = new Sequence();
        ring.addGatingSequences(consumed);
        SequenceBarrier barrier = ring.newBarrier();
        Thread producer = new Thread(() -> ring.publishEvent((event, sequence) -> event[0] = 7));
        producer.start();
        long last;
        do {
            // A sequence that was claimed and is not published yet lets the wait return early.
            last = barrier.waitFor(0);
        } while (last < 0);
        assert last == 0 && ring.get(0)[0] == 7;
        consumed.set(last);
        producer.join();
    }
}
