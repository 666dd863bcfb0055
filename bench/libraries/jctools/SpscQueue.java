import org.jctools.queues.SpscArrayQueue;

/** One producer, one consumer: what is offered is polled, in order. */
public class SpscQueue {
    public static void main(String[] args) throws Exception {
        SpscArrayQueue<Integer> queue = new SpscArrayQueue<>(2);
        Thread producer = new Thread(() -> {
            assert queue.offer(1);
            assert queue.offer(2);
        });
        producer.start();
        int next = 1;
        for (int tries = 0; tries < 3; tries++) {
            Integer got = queue.poll();
            if (got != null) {
                assert got == next : got;
                next++;
            }
        }
        producer.join();
        while (next < 3) {
            Integer got = queue.poll();
            assert got != null && got == next : got;
            next++;
        }
        assert queue.isEmpty();
    }
}
