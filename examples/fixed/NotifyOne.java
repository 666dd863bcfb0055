/**
 * Two takers and one putter share a slot for a single item.
 *
 * <p>Threads wait on the same monitor for different conditions, so every change wakes all of them;
 * the loops send those back to wait whose condition does not hold yet.
 */
public class NotifyOne {
    static final class Slot {
        private boolean full;

        synchronized void put() throws InterruptedException {
            while (full) wait();
            full = true;
            notifyAll();
        }

        synchronized void take() throws InterruptedException {
            while (!full) wait();
            full = false;
            notifyAll();
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
