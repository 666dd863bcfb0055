/**
 * Two takers and one putter share a slot for a single item.
 *
 * <p>All of them wait on the same monitor, some for "full" and some for "empty". A taker that calls
 * {@code notify} may wake the other taker instead of the putter. That taker finds the slot empty
 * and waits again: the only signal has gone to the wrong thread.
 */
public class NotifyOne {
    static final class Slot {
        private boolean full;

        synchronized void put() throws InterruptedException {
            while (full) wait();
            full = true;
            notify();
        }

        synchronized void take() throws InterruptedException {
            while (!full) wait();
            full = false;
            notify(); // meant for the putter
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Slot slot = new Slot();
        Runnable taker = () -> {
            try {
                slot.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
        Thread first = new Thread(taker, "taker 1");
        Thread second = new Thread(taker, "taker 2");
        first.start();
        second.start();

        // As many puts as takes: everybody should get through.
        slot.put();
        slot.put();
        first.join();
        second.join();
        System.out.println("all taken");
    }
}
