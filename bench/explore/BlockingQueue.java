import java.util.concurrent.ArrayBlockingQueue;

/** Two producers and two consumers over an ArrayBlockingQueue; the argument is the number of items of each. */
public class BlockingQueue {
    public static void main(String[] args) {
        int items = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
        for (int t = 0; t < 2; t++) {
            new Thread(() -> {
                try {
                    for (int i = 0; i < items; i++) {
                        queue.put(i);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
            new Thread(() -> {
                try {
                    for (int i = 0; i < items; i++) {
                        queue.take();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
    }
}
