import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

public class JucChmTree {
    // all keys in one bin, comparable among themselves
    static final class Cmp implements Comparable<Cmp> {
        final int v;

        Cmp(int v) {
            this.v = v;
        }

        @Override
        public int hashCode() {
            return 17;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Cmp && ((Cmp) o).v == v;
        }

        @Override
        public int compareTo(Cmp o) {
            return Integer.compare(v, o.v);
        }
    }

    // two bins, not comparable
    static final class Plain {
        final String s;

        Plain(String s) {
            this.s = s;
        }

        @Override
        public int hashCode() {
            return s.length() % 2;
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Plain && ((Plain) o).s.equals(s);
        }
    }

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
        ConcurrentHashMap<Cmp, Integer> m = new ConcurrentHashMap<>(256);
        for (int i = 0; i < 200; i++) {
            m.put(new Cmp(i * 7 % 200), i);
        }
        System.out.println(m.size());
        long sum = 0;
        for (int i = 0; i < 200; i++) {
            sum += (long) m.get(new Cmp(i)) * (i + 1);
        }
        System.out.println("sum " + sum + " " + m.get(new Cmp(200)) + " " + m.containsKey(new Cmp(-1)));
        for (int i = 0; i < 200; i += 3) {
            m.remove(new Cmp(i));
        }
        System.out.println(m.size() + " " + m.get(new Cmp(3)) + " " + m.get(new Cmp(4)));
        m.merge(new Cmp(4), 1000, Integer::sum);
        m.compute(new Cmp(3), (k, v) -> v == null ? -3 : v);
        m.computeIfPresent(new Cmp(5), (k, v) -> null);
        System.out.println(m.size() + " " + m.get(new Cmp(3)) + " " + (m.get(new Cmp(4)) > 1000) + " " + m.get(new Cmp(5)));
        List<Integer> left = new ArrayList<>();
        for (Cmp c : m.keySet()) {
            left.add(c.v);
        }
        Collections.sort(left);
        System.out.println(left.size() + " " + left.subList(0, 8));
        // down to a few: back to a list bin
        m.keySet().removeIf(c -> c.v > 6);
        System.out.println(m.size() + " " + m.containsKey(new Cmp(6)) + " " + m.containsKey(new Cmp(4)));

        // several threads on one bin
        ConcurrentHashMap<Cmp, Integer> shared = new ConcurrentHashMap<>();
        par(4, k -> {
            for (int i = 0; i < 60; i++) {
                shared.merge(new Cmp(i), 1, Integer::sum);
                shared.put(new Cmp(1000 + k * 60 + i), k);
            }
        });
        int ones = 0;
        for (int i = 0; i < 60; i++) {
            ones += shared.get(new Cmp(i));
        }
        System.out.println(shared.size() + " " + ones);
        par(4, k -> {
            for (int i = 0; i < 60; i++) {
                shared.remove(new Cmp(1000 + k * 60 + i));
                shared.computeIfPresent(new Cmp(i), (c, v) -> v == 1 ? null : v - 1);
            }
        });
        System.out.println(shared.size() + " " + shared.isEmpty());

        ConcurrentHashMap<Plain, String> p = new ConcurrentHashMap<>(128);
        par(3, k -> {
            for (int i = 0; i < 100; i++) {
                p.put(new Plain("s" + i), "v" + i);
            }
        });
        boolean ok = p.size() == 100;
        for (int i = 0; i < 100; i++) {
            ok &= ("v" + i).equals(p.get(new Plain("s" + i)));
        }
        System.out.println(ok + " " + p.containsKey(new Plain("s100")));

        // growth with readers at the same time
        ConcurrentHashMap<Integer, Integer> grow = new ConcurrentHashMap<>(2);
        int[] missing = new int[4];
        par(4, k -> {
            for (int i = 0; i < 500; i++) {
                int key = i * 4 + k;
                grow.put(key, -key);
                for (int b = Math.max(0, i - 3); b <= i; b++) {
                    Integer v = grow.get(b * 4 + k);
                    if (v == null || v != -(b * 4 + k)) {
                        missing[k]++;
                    }
                }
            }
        });
        long total = 0;
        for (int v : grow.values()) {
            total += v;
        }
        System.out.println(grow.size() + " " + total + " missing " + (missing[0] + missing[1] + missing[2] + missing[3]));
        System.out.println(grow.keySet().stream().mapToInt(x -> x).max().getAsInt());
    }
}
