/** One producer and three consumers over a two-place buffer, with monitors only; the argument is the number of items. */
public class ProducerConsumer {
    static final class Buffer {
        private final int[] items = new int[2];
        private int count;
        private int in;
        private int out;

        synchronized void put(int item) throws InterruptedException {
            while (count == items.length) {
                wait();
            }
            items[in] = item;
            in = (in + 1) % items.length;
            count++;
            notifyAll();
        }

        synchronized int take() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            int item = items[out];
            out = (out + 1) % items.length;
            count--;
            notifyAll();
            return item;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int items = args.length > 0 ? Integer.parseInt(args[0]) : 6;
        int consumers = 3;
        Buffer buffer = new Buffer();
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < items; i++) {
                    buffer.put(i);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        for (int c = 0; c < consumers; c++) {
            new Thread(() -> {
                try {
                    for (int i = 0; i < items / consumers; i++) {
                        buffer.take();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
    }
}
