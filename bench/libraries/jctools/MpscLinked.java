import org.jctools.queues.MpscLinkedQueue;

/** A linked queue that two producers fill while a consumer polls: nothing is lost, and each keeps its order. */
public class MpscLinked {
    public static void main(String[] args) throws Exception {
        MpscLinkedQueue<Integer> queue = new MpscLinkedQueue<>();
        Thread producer = new Thread(() -> {
            queue.offer(1);
            queue.offer(2);
        });
        Thread other = new Thread(() -> queue.offer(10));
        producer.start();
        other.start();
        Integer first = queue.poll();
        producer.join();
        other.join();
        int sum = first == null ? 0 : first;
        int last = first != null && first < 10 ? first : 0;
        for (Integer next; (next = queue.poll()) != null;) {
            if (next < 10) {
                assert next == last + 1;
                last = next;
            }
            sum += next;
        }
        assert sum == 13 : sum;
    }
}
