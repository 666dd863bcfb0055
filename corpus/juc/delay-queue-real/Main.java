import java.util.concurrent.*;

public class Main {
    static class Item implements Delayed {
        final long due = System.nanoTime() + 1_000_000;

        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        public int compareTo(Delayed other) {
            return Long.compare(due, ((Item) other).due);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Item> queue = new DelayQueue<>();
        new Thread(() -> queue.add(new Item())).start();
        queue.take();
        System.out.println("late");
    }
}
