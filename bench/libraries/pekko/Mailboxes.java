import org.apache.pekko.dispatch.AbstractNodeQueue;
import org.apache.pekko.dispatch.AbstractBoundedNodeQueue;

/** The queue behind Pekko's mailboxes: two threads add, nothing is lost. */
public class Mailboxes {
    static class Queue extends AbstractNodeQueue<Integer> { }

    public static void main(String[] args) throws Exception {
        Queue queue = new Queue();
        Thread other = new Thread(() -> queue.add(1));
        other.start();
        queue.add(2);
        other.join();
        int sum = queue.poll() + queue.poll();
        assert sum == 3 && queue.isEmpty();
    }
}
