import java.util.concurrent.ArrayBlockingQueue;

/** Producers and consumers of one item each over an ArrayBlockingQueue; the argument is the number of threads, every second of which consumes. */
public class BlockingQueue {
    public static void main(String[] args) {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        for (int t = 0; t < threads; t++) {
            int id = t;
            new Thread(() -> {
                try {
                    if (id % 2 == 0) {
                        queue.put(id);
                    } else {
                        queue.take();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
    }
}
