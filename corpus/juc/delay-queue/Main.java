import java.util.concurrent.*;

public class Main {
    static class Item implements Delayed {
        final int n;

        Item(int n) {
            this.n = n;
        }

        public long getDelay(TimeUnit unit) {
            return 0;
        }

        public int compareTo(Delayed other) {
            return n - ((Item) other).n;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Item> queue = new DelayQueue<>();
        Thread a = new Thread(() -> queue.add(new Item(2)));
        a.start();
        queue.add(new Item(1));
        a.join();
        System.out.println(queue.take().n + " " + queue.take().n);
    }
}
