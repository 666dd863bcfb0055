import org.jctools.queues.SpmcArrayQueue;

/** One producer, two consumers: each element goes to one of them. */
public class SpmcQueue {
    public static void main(String[] args) throws Exception {
        SpmcArrayQueue<Integer> queue = new SpmcArrayQueue<>(2);
        Integer[] taken = new Integer[2];
        Thread first = new Thread(() -> taken[0] = queue.poll());
        Thread second = new Thread(() -> taken[1] = queue.poll());
        first.start();
        second.start();
        assert queue.offer(1) && queue.offer(2);
        first.join();
        second.join();
        assert taken[0] == null || !taken[0].equals(taken[1]);
        int left = queue.size();
        assert left == (taken[0] == null ? 1 : 0) + (taken[1] == null ? 1 : 0) : left;
    }
}
