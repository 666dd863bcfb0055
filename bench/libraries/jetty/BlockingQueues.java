import org.eclipse.jetty.util.BlockingArrayQueue;

/** A queue that grows while one thread puts and another takes. */
public class BlockingQueues {
    public static void main(String[] args) throws Exception {
        BlockingArrayQueue<Integer> queue = new BlockingArrayQueue<>(1, 1);
        Thread producer = new Thread(() -> {
            queue.add(1);
            queue.add(2);
        });
        producer.start();
        assert queue.take() == 1;
        assert queue.take() == 2;
        producer.join();
        assert queue.isEmpty();
    }
}
