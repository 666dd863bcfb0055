import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class HashCollisions {
    static int equalsCalls;

    static class Bad {
        final int v;

        Bad(int v) {
            this.v = v;
        }

        @Override
        public int hashCode() {
            return v % 2;
        }

        @Override
        public boolean equals(Object o) {
            equalsCalls++;
            return o instanceof Bad b && b.v == v;
        }

        @Override
        public String toString() {
            return "b" + v;
        }
    }

    record Ord(int v) implements Comparable<Ord> {
        @Override
        public int hashCode() {
            return 42;
        }

        @Override
        public int compareTo(Ord o) {
            return Integer.compare(v, o.v);
        }
    }

    static class Mutable {
        int h;

        @Override
        public int hashCode() {
            return h;
        }
    }

    static String collide(int n) {
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            sb.append((n >> i & 1) == 0 ? "Aa" : "BB");
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        Map<Ord, Integer> m = new LinkedHashMap<>();
        Map<Ord, Integer> h = new HashMap<>();
        for (int i = 0; i < 100; i++) {
            int k = i * 37 % 101;
            m.put(new Ord(k), i);
            h.put(new Ord(k), i);
        }
        System.out.println(h.size() + " " + h.get(new Ord(50)) + " " + h.get(new Ord(1000)) + " " + h.equals(m) + " " + m.equals(h));
        List<Integer> order = new ArrayList<>();
        for (Ord o : h.keySet()) {
            order.add(o.v());
        }
        System.out.println(order);
        for (int i = 0; i < 101; i += 2) {
            h.remove(new Ord(i));
        }
        System.out.println(h.size() + " " + h.containsKey(new Ord(51)) + h.containsKey(new Ord(52)));
        Iterator<Ord> it = h.keySet().iterator();
        while (it.hasNext()) {
            if (it.next().v() > 9) {
                it.remove();
            }
        }
        System.out.println(h.keySet());
        h.merge(new Ord(3), 1000, Integer::sum);
        h.computeIfAbsent(new Ord(200), k -> -1);
        System.out.println(h);
        Set<String> strs = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            strs.add(collide(i));
        }
        System.out.println(strs.size() + " " + strs.contains(collide(33)) + strs.contains("AaAaAaAaAaAa") + strs.contains("AaAaAaAaAaBb") + " " + collide(5).hashCode() + " " + collide(60).hashCode());
        int k = 0;
        for (Iterator<String> i = strs.iterator(); i.hasNext();) {
            i.next();
            if (k++ % 3 != 0) {
                i.remove();
            }
        }
        System.out.println(strs.size());
        Map<Bad, String> bad = new HashMap<>();
        for (int i = 0; i < 6; i++) {
            bad.put(new Bad(i), "v" + i);
        }
        System.out.println(bad + " " + equalsCalls);
        equalsCalls = 0;
        bad.get(new Bad(4));
        bad.get(new Bad(40));
        System.out.println(equalsCalls + " " + bad.remove(new Bad(2)) + bad);
        for (int i = 0; i < 80; i++) {
            bad.put(new Bad(i), "w" + i);
        }
        int found = 0;
        for (int i = 0; i < 100; i++) {
            if (bad.containsKey(new Bad(i))) {
                found++;
            }
        }
        System.out.println(found + " " + bad.size());
        bad.keySet().removeIf(b -> b.v >= 4);
        // equal hashes without an order fall back on identity, so the order is not printed
        System.out.println(bad.size() + " " + bad.get(new Bad(3)) + bad.get(new Bad(4)) + new java.util.TreeSet<>(bad.values()));
        Mutable mu = new Mutable();
        Set<Mutable> ms = new HashSet<>();
        ms.add(mu);
        mu.h = 99;
        System.out.println(ms.contains(mu) + " " + ms.remove(mu) + " " + ms.add(mu) + " " + ms.size());
        mu.h = 0;
        System.out.println(ms.contains(mu) + " " + ms.remove(mu) + " " + ms.size());
        Map<Object, Integer> mixedTree = new HashMap<>();
        for (int i = 0; i < 20; i++) {
            mixedTree.put(new Ord(i), i);
            mixedTree.put(new Bad(42 + i), i);
        }
        System.out.println(mixedTree.size() + " " + mixedTree.get(new Ord(19)));
    }
}
