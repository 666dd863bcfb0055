import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.agrona.concurrent.OneToOneConcurrentArrayQueue;
import org.agrona.concurrent.status.AtomicCounter;

/** Agrona's queues under two threads. */
public class Queues {
    public static void main(String[] args) throws Exception {
        ManyToOneConcurrentArrayQueue<Integer> many = new ManyToOneConcurrentArrayQueue<>(2);
        OneToOneConcurrentArrayQueue<Integer> one = new OneToOneConcurrentArrayQueue<>(2);
        Thread other = new Thread(() -> {
            many.offer(1);
            one.offer(5);
        });
        other.start();
        many.offer(2);
        Integer early = one.poll();
        other.join();
        assert many.poll() + many.poll() == 3;
        assert early != null ? early == 5 : one.poll() == 5;
    }
}
