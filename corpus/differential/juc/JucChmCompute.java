import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

public class JucChmCompute {
    static void par(int n, java.util.function.IntConsumer c) throws InterruptedException {
        Thread[] ts = new Thread[n];
        for (int i = 0; i < n; i++) {
            final int k = i;
            ts[i] = new Thread(() -> c.accept(k));
            ts[i].start();
        }
        for (Thread t : ts) {
            t.join();
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        System.out.println(m.computeIfAbsent("a", k -> 1) + " " + m.computeIfAbsent("a", k -> 2) + " "
                + m.computeIfAbsent("n", k -> null) + " " + m.containsKey("n"));
        System.out.println(m.computeIfPresent("a", (k, v) -> v + 10) + " " + m.computeIfPresent("b", (k, v) -> 1) + " "
                + m.computeIfPresent("a", (k, v) -> null) + " " + m);
        System.out.println(m.compute("c", (k, v) -> v == null ? 100 : v + 1) + " " + m.compute("c", (k, v) -> v == null ? 100 : v + 1)
                + " " + m.compute("c", (k, v) -> null) + " " + m.compute("c", (k, v) -> v) + " " + m);
        System.out.println(m.merge("d", 1, Integer::sum) + " " + m.merge("d", 5, Integer::sum) + " "
                + m.merge("d", 0, (x, y) -> null) + " " + m);

        // the function's exception goes through and nothing is stored
        try {
            m.computeIfAbsent("e", k -> {
                throw new IllegalStateException("for " + k);
            });
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + " " + m.containsKey("e"));
        }
        m.put("f", 1);
        try {
            m.compute("f", (k, v) -> v / 0);
        } catch (ArithmeticException e) {
            System.out.println("kept " + m.get("f"));
        }
        // recursive update of the same key is detected
        try {
            m.computeIfAbsent("rec", k -> m.computeIfAbsent("rec", k2 -> 1));
            System.out.println("no exception");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(m.containsKey("rec"));

        // under contention each key is computed exactly once
        AtomicInteger computed = new AtomicInteger();
        ConcurrentHashMap<Integer, Integer> once = new ConcurrentHashMap<>();
        par(5, k -> {
            for (int i = 0; i < 50; i++) {
                once.computeIfAbsent(i, x -> {
                    computed.incrementAndGet();
                    return x * x;
                });
            }
        });
        System.out.println("computed " + computed + " size " + once.size() + " " + once.get(49));

        ConcurrentHashMap<String, Integer> words = new ConcurrentHashMap<>();
        String[] text = "the quick fox the lazy dog the end fox".split(" ");
        par(4, k -> {
            for (String w : text) {
                words.merge(w, 1, Integer::sum);
            }
        });
        System.out.println(new TreeMap<>(words));

        // compute is atomic: no lost updates, removal at zero
        ConcurrentHashMap<String, Integer> count = new ConcurrentHashMap<>();
        par(4, k -> {
            for (int i = 0; i < 50; i++) {
                count.compute("x", (key, v) -> v == null ? 1 : v + 1);
            }
        });
        System.out.println(count);
        par(4, k -> {
            for (int i = 0; i < 50; i++) {
                count.computeIfPresent("x", (key, v) -> v == 1 ? null : v - 1);
            }
        });
        System.out.println(count);

        // putIfAbsent and replace as compare and set
        ConcurrentHashMap<String, Integer> cas = new ConcurrentHashMap<>(Map.of("c", 0));
        par(4, k -> {
            for (int i = 0; i < 25; i++) {
                Integer v;
                do {
                    v = cas.get("c");
                } while (!cas.replace("c", v, v + 1));
            }
        });
        System.out.println(cas);
        AtomicInteger first = new AtomicInteger();
        par(4, k -> {
            for (int i = 0; i < 10; i++) {
                if (cas.putIfAbsent("slot" + i, k) == null) {
                    first.incrementAndGet();
                }
            }
        });
        System.out.println("first " + first + " " + cas.size());
        AtomicInteger removed = new AtomicInteger();
        par(4, k -> {
            for (int i = 0; i < 10; i++) {
                if (cas.remove("slot" + i) != null) {
                    removed.incrementAndGet();
                }
            }
        });
        System.out.println("removed " + removed + " " + cas);
    }
}
