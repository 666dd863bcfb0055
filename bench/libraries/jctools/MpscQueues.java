import java.util.Queue;
import org.jctools.queues.MpscArrayQueue;

/** Two producers, one consumer: nothing is lost. */
public class MpscQueues {
    public static void main(String[] args) throws Exception {
        Queue<Integer> queue = new MpscArrayQueue<>(4);
        Thread a = new Thread(() -> queue.offer(1));
        Thread b = new Thread(() -> queue.offer(2));
        a.start();
        b.start();
        int sum = 0;
        Integer early = queue.poll();
        sum += early == null ? 0 : early;
        a.join();
        b.join();
        for (Integer got; (got = queue.poll()) != null;) {
            sum += got;
        }
        assert sum == 3 : sum;
    }
}
