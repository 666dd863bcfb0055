import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

/** Polls with a time-out until something is there. */
public class Main {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<Integer> queue = new SynchronousQueue<>();
        Thread producer = new Thread(() -> {
            try {
                queue.put(7);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        producer.start();
        Integer item;
        do {
            item = queue.poll(1, TimeUnit.SECONDS);
        } while (item == null);
        assert item == 7;
        producer.join();
    }
}
