import java.util.concurrent.ConcurrentLinkedQueue;

public class Main {
    static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

    static int next() {
        return queue.isEmpty() ? 0 : queue.poll();
    }

    public static void main(String[] args) {
        queue.offer(1);
        new Thread(() -> next()).start();
        next();
    }
}
