/** The producer and consumers of Corbett (TOSEM 2000): a buffer of one place; the argument is the number of consumers. */
public class Consumers {
    static final class Buffer {
        private final Object[] places;
        private int count;
        private int in;
        private int out;

        Buffer(int capacity) {
            places = new Object[capacity];
        }

        synchronized void put(Object item) throws InterruptedException {
            while (count == places.length) {
                wait();
            }
            places[in] = item;
            in = (in + 1) % places.length;
            count++;
            notifyAll();
        }

        synchronized Object take() throws InterruptedException {
            while (count == 0) {
                wait();
            }
            Object item = places[out];
            places[out] = null;
            out = (out + 1) % places.length;
            count--;
            notifyAll();
            return item;
        }
    }

    static final class Producer implements Runnable {
        private final Buffer buffer;
        private final int items;

        Producer(Buffer buffer, int items) {
            this.buffer = buffer;
            this.items = items;
        }

        @Override
        public void run() {
            try {
                for (int i = 0; i < items; i++) {
                    buffer.put(this);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static final class Consumer implements Runnable {
        private final Buffer buffer;

        Consumer(Buffer buffer) {
            this.buffer = buffer;
        }

        @Override
        public void run() {
            try {
                if (buffer.take() == null) {
                    throw new AssertionError("nothing taken");
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) {
        int consumers = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        Buffer buffer = new Buffer(1);
        new Thread(new Producer(buffer, consumers)).start();
        for (int c = 0; c < consumers; c++) {
            new Thread(new Consumer(buffer)).start();
        }
    }
}
