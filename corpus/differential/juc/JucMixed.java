import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

// a small map-reduce, a rate limiter, a memoizer and an event bus, all built from parts
public class JucMixed {
    static class Memo<A, V> {
        private final ConcurrentHashMap<A, java.util.concurrent.FutureTask<V>> cache = new ConcurrentHashMap<>();
        final AtomicInteger misses = new AtomicInteger();

        V get(A a, java.util.function.Function<A, V> f) throws Exception {
            while (true) {
                java.util.concurrent.FutureTask<V> t = cache.get(a);
                if (t == null) {
                    java.util.concurrent.FutureTask<V> mine = new java.util.concurrent.FutureTask<>(() -> {
                        misses.incrementAndGet();
                        return f.apply(a);
                    });
                    t = cache.putIfAbsent(a, mine);
                    if (t == null) {
                        t = mine;
                        mine.run();
                    }
                }
                try {
                    return t.get();
                } catch (java.util.concurrent.ExecutionException e) {
                    cache.remove(a, t);
                    throw e;
                }
            }
        }
    }

    static class Bus {
        private final Map<String, java.util.concurrent.CopyOnWriteArrayList<java.util.function.Consumer<String>>> subs =
                new ConcurrentHashMap<>();

        Runnable on(String topic, java.util.function.Consumer<String> c) {
            subs.computeIfAbsent(topic, k -> new java.util.concurrent.CopyOnWriteArrayList<>()).add(c);
            return () -> subs.get(topic).remove(c);
        }

        int emit(String topic, String msg) {
            int n = 0;
            for (java.util.function.Consumer<String> c : subs.getOrDefault(topic, new java.util.concurrent.CopyOnWriteArrayList<>())) {
                c.accept(msg);
                n++;
            }
            return n;
        }
    }

    static class Turnstile {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition[] turn;
        private int cur;

        Turnstile(int n) {
            turn = new Condition[n];
            for (int i = 0; i < n; i++) {
                turn[i] = lock.newCondition();
            }
        }

        void pass(int me, Runnable r) {
            lock.lock();
            try {
                while (cur != me) {
                    turn[me].awaitUninterruptibly();
                }
                r.run();
                cur = (cur + 1) % turn.length;
                turn[cur].signal();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(4);
        String[] docs = {"to be or not to be", "be quick", "or be slow", "not now"};
        BlockingQueue<Map<String, Integer>> parts = new LinkedBlockingQueue<>();
        for (String doc : docs) {
            ex.execute(() -> {
                Map<String, Integer> m = new TreeMap<>();
                for (String w : doc.split(" ")) {
                    m.merge(w, 1, Integer::sum);
                }
                parts.add(m);
            });
        }
        Map<String, Integer> total = new TreeMap<>();
        for (int i = 0; i < docs.length; i++) {
            parts.take().forEach((k, v) -> total.merge(k, v, Integer::sum));
        }
        System.out.println(total);

        Memo<Integer, Long> memo = new Memo<>();
        LongAdder sum = new LongAdder();
        CountDownLatch done = new CountDownLatch(4);
        for (int i = 0; i < 4; i++) {
            ex.execute(() -> {
                try {
                    for (int k = 0; k < 10; k++) {
                        sum.add(memo.get(k, x -> (long) x * x * x));
                    }
                } catch (Exception e) {
                    sum.add(1_000_000);
                }
                done.countDown();
            });
        }
        done.await();
        System.out.println(sum + " misses " + memo.misses);
        try {
            memo.get(-1, x -> {
                throw new IllegalArgumentException("negative");
            });
        } catch (java.util.concurrent.ExecutionException e) {
            System.out.println(e.getCause().getMessage() + " retry " + memo.get(-1, x -> 5L));
        }

        Bus bus = new Bus();
        AtomicInteger heard = new AtomicInteger();
        Runnable off = bus.on("a", m -> heard.addAndGet(m.length()));
        bus.on("a", m -> heard.addAndGet(100));
        Future<Integer> e1 = ex.submit(() -> bus.emit("a", "four"));
        System.out.println(e1.get() + " " + heard + " " + bus.emit("none", "x"));
        off.run();
        System.out.println(bus.emit("a", "four") + " " + heard);

        Turnstile t = new Turnstile(3);
        StringBuilder order = new StringBuilder();
        CountDownLatch three = new CountDownLatch(3);
        for (int i = 2; i >= 0; i--) {
            final int me = i;
            ex.execute(() -> {
                for (int r = 0; r < 4; r++) {
                    t.pass(me, () -> order.append(me));
                }
                three.countDown();
            });
        }
        three.await();
        System.out.println(order);

        // water: two hydrogens and one oxygen per molecule
        Semaphore h = new Semaphore(2);
        Semaphore o = new Semaphore(1);
        StringBuffer atoms = new StringBuffer();
        CyclicBarrier bond = new CyclicBarrier(3, () -> {
            atoms.append('|');
            h.release(2);
            o.release();
        });
        Thread[] ts = new Thread[12];
        for (int i = 0; i < 12; i++) {
            final boolean oxy = i % 3 == 0;
            ts[i] = new Thread(() -> {
                try {
                    (oxy ? o : h).acquire();
                    atoms.append(oxy ? 'O' : 'H');
                    bond.await();
                } catch (Exception e) {
                    atoms.append('!');
                }
            });
            ts[i].start();
        }
        for (Thread x : ts) {
            x.join();
        }
        StringBuilder norm = new StringBuilder();
        for (String mol : atoms.toString().split("\\|")) {
            char[] c = mol.toCharArray();
            java.util.Arrays.sort(c);
            norm.append(c).append(' ');
        }
        System.out.println(norm.toString().trim());
        ex.shutdown();
        System.out.println(ex.awaitTermination(1, TimeUnit.HOURS));
    }
}
