import java.util.Queue;
import org.jctools.queues.MpscLinkedQueue;
import org.jctools.queues.MpscUnboundedArrayQueue;

/** Unbounded queues with two producers. */
public class UnboundedQueues {
    public static void main(String[] args) throws Exception {
        for (Queue<Integer> queue : java.util.List.<Queue<Integer>>of(new MpscLinkedQueue<>(), new MpscUnboundedArrayQueue<>(2))) {
            Thread a = new Thread(() -> queue.offer(1));
            Thread b = new Thread(() -> queue.offer(2));
            a.start();
            b.start();
            a.join();
            b.join();
            assert queue.poll() + queue.poll() == 3;
            assert queue.poll() == null;
        }
    }
}
