import org.jctools.queues.MpscBlockingConsumerArrayQueue;

/** A consumer that waits for two producers. */
public class MpscBlocking {
    public static void main(String[] args) throws Exception {
        MpscBlockingConsumerArrayQueue<Integer> queue = new MpscBlockingConsumerArrayQueue<>(4);
        Thread first = new Thread(() -> queue.offer(1));
        Thread second = new Thread(() -> queue.offer(2));
        first.start();
        second.start();
        assert queue.take() + queue.take() == 3;
        first.join();
        second.join();
        assert queue.isEmpty();
    }
}
