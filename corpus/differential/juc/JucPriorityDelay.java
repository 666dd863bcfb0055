import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;

public class JucPriorityDelay {
    static class Item implements Delayed {
        final String name;
        final long at;

        Item(String name, long delayMs, long base) {
            this.name = name;
            this.at = base + TimeUnit.MILLISECONDS.toNanos(delayMs);
        }

        @Override
        public long getDelay(TimeUnit u) {
            return u.convert(at - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed o) {
            return Long.compare(at, ((Item) o).at);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>();
        for (int v : new int[] {5, 1, 4, 1, 3, 9, 2}) {
            q.put(v);
        }
        System.out.println(q.size() + " " + q.peek() + " " + q.remainingCapacity() + " " + q);
        StringBuilder sb = new StringBuilder();
        Integer x;
        while ((x = q.poll()) != null) {
            sb.append(x).append(' ');
        }
        System.out.println(sb.toString().trim() + " " + q.poll(2, TimeUnit.MILLISECONDS));
        bad("null", () -> q.add(null));
        bad("capacity", () -> new PriorityBlockingQueue<>(0));
        bad("incomparable", () -> {
            PriorityBlockingQueue<Object> o = new PriorityBlockingQueue<>();
            o.add(new Object());
            o.add(new Object());
        });
        PriorityBlockingQueue<String> byLen = new PriorityBlockingQueue<>(2,
                Comparator.comparingInt(String::length).thenComparing(Comparator.reverseOrder()));
        byLen.addAll(List.of("ccc", "a", "bb", "b", "dddd", "aa"));
        List<String> out = new ArrayList<>();
        System.out.println(byLen.remove("bb") + " " + byLen.contains("aa") + " " + byLen.drainTo(out, 3) + " " + out + " "
                + byLen.drainTo(out) + " " + out);

        // producers in parallel, then in order out
        Thread[] ts = new Thread[4];
        for (int i = 0; i < 4; i++) {
            final int k = i;
            ts[i] = new Thread(() -> {
                for (int j = 0; j < 25; j++) {
                    q.add((j * 37 + k * 11) % 100);
                }
            });
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
        boolean sorted = true;
        int prev = -1;
        int n = 0;
        long sum = 0;
        while ((x = q.poll()) != null) {
            sorted &= x >= prev;
            prev = x;
            sum += x;
            n++;
        }
        System.out.println(n + " sorted " + sorted + " sum " + sum);
        Thread taker = new Thread(() -> {
            try {
                System.out.println("took " + q.take());
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        taker.start();
        q.put(42);
        taker.join();

        DelayQueue<Item> d = new DelayQueue<>();
        long base = System.nanoTime();
        d.add(new Item("later", 12, base));
        d.add(new Item("soon", 4, base));
        d.add(new Item("past", -5, base));
        d.add(new Item("never", 1_000_000_000L, base));
        d.add(new Item("mid", 8, base));
        System.out.println(d.size() + " head " + d.peek() + " capacity " + (d.remainingCapacity() == Integer.MAX_VALUE));
        System.out.println(d.poll() + " " + d.take() + " " + d.take() + " " + d.take());
        System.out.println(d.poll() + " " + d.poll(2, TimeUnit.MILLISECONDS) + " " + d.peek() + " " + d.size());
        List<Item> dr = new ArrayList<>();
        System.out.println(d.drainTo(dr) + " " + dr);
        bad("remove none expired", d::remove);
        System.out.println(d.remove(d.peek()) + " " + d.isEmpty() + " " + d.peek());
        bad("null", () -> d.add(null));

        // a consumer waiting for a far item is woken by a nearer one
        d.add(new Item("far", 100_000_000L, base));
        Thread c = new Thread(() -> {
            try {
                System.out.println("got " + d.take());
            } catch (InterruptedException e) {
                System.out.println("interrupted");
            }
        });
        c.start();
        while (c.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
        d.add(new Item("near", 1, System.nanoTime()));
        c.join();
        d.add(new Item("p1", -1, base));
        d.add(new Item("p2", -2, base));
        System.out.println(d.drainTo(dr, 1) + " " + dr + " " + d.drainTo(dr) + " " + dr + " left " + d.size());
        Thread i = new Thread(() -> {
            try {
                d.take();
            } catch (InterruptedException e) {
                System.out.println("take interrupted");
            }
        });
        i.start();
        i.interrupt();
        i.join();
        d.clear();
        System.out.println(d);
    }
}
