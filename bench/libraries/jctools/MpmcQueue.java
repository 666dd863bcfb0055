import java.util.Queue;
import org.jctools.queues.MpmcArrayQueue;

/** Two threads offer and poll: each element is polled once. */
public class MpmcQueue {
    public static void main(String[] args) throws Exception {
        Queue<Integer> queue = new MpmcArrayQueue<>(2);
        int[] got = new int[2];
        Thread other = new Thread(() -> {
            queue.offer(1);
            Integer n = queue.poll();
            got[0] = n == null ? 0 : n;
        });
        other.start();
        queue.offer(2);
        Integer n = queue.poll();
        got[1] = n == null ? 0 : n;
        other.join();
        assert got[0] + got[1] == 3 : got[0] + ", " + got[1];
    }
}
