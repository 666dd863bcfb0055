import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

public class JucSkipList {
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

    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>();
        System.out.println(m.firstEntry() + " " + m.pollLastEntry() + " " + m.floorKey(3));
        bad("firstKey", m::firstKey);
        for (int i : new int[] {50, 10, 40, 20, 30}) {
            System.out.print(m.put(i, "v" + i) + " ");
        }
        System.out.println(m);
        System.out.println(m.floorKey(25) + " " + m.ceilingKey(25) + " " + m.lowerKey(20) + " " + m.higherKey(20) + " "
                + m.floorEntry(5) + " " + m.higherEntry(50) + " " + m.firstKey() + " " + m.lastEntry());
        System.out.println(m.headMap(30) + " " + m.headMap(30, true) + " " + m.tailMap(40) + " " + m.subMap(15, 45) + " "
                + m.descendingMap());
        ConcurrentNavigableMap<Integer, String> sub = m.subMap(20, true, 40, true);
        bad("put outside", () -> sub.put(5, "x"));
        sub.put(25, "in");
        System.out.println(m + " " + sub.size() + " " + sub.descendingKeySet() + " " + sub.pollFirstEntry() + " " + m.size());
        bad("setValue", () -> m.firstEntry().setValue("q"));
        bad("null key", () -> m.put(null, "x"));
        bad("null value", () -> m.put(1, null));
        System.out.println(m.putIfAbsent(10, "no") + " " + m.replace(10, "yes") + " " + m.remove(10, "no") + " "
                + m.compute(60, (k, v) -> "c" + v) + " " + m.merge(60, "!", String::concat) + " "
                + m.computeIfPresent(60, (k, v) -> null) + " " + m.computeIfAbsent(70, k -> "n" + k) + " " + m);
        System.out.println(m.pollFirstEntry() + " " + m.pollLastEntry() + " " + m.keySet() + " " + m.values());
        // weakly consistent iteration
        List<Integer> seen = new ArrayList<>();
        for (Integer k : m.keySet()) {
            seen.add(k);
            m.remove(k + 10);
            m.put(k + 100 < 200 ? k + 100 : 25, "late");
        }
        System.out.println(seen + " " + m);
        NavigableMap<String, Integer> rev = new ConcurrentSkipListMap<>(Comparator.reverseOrder());
        rev.putAll(Map.of("a", 1, "b", 2, "c", 3));
        System.out.println(rev + " " + rev.firstKey() + " " + rev.headMap("b", false) + " " + rev.descendingMap().firstKey());
        ConcurrentSkipListMap<String, Integer> clone = new ConcurrentSkipListMap<>(rev);
        System.out.println(clone + " " + (clone.comparator() == null) + " " + clone.equals(rev) + " " + clone.clone());

        ConcurrentSkipListMap<Integer, Integer> big = new ConcurrentSkipListMap<>();
        par(4, k -> {
            for (int i = 0; i < 200; i++) {
                big.merge(i * 7 % 200, 1, Integer::sum);
                big.put(1000 + i * 4 + k, k);
            }
        });
        System.out.println(big.size() + " " + big.headMap(1000).values().stream().mapToInt(x -> x).sum() + " "
                + big.firstKey() + " " + big.lastKey());
        int[] polled = new int[4];
        par(4, k -> {
            while (big.pollFirstEntry() != null) {
                polled[k]++;
            }
        });
        System.out.println((polled[0] + polled[1] + polled[2] + polled[3]) + " " + big.isEmpty());

        ConcurrentSkipListSet<String> s = new ConcurrentSkipListSet<>(String.CASE_INSENSITIVE_ORDER);
        System.out.println(s.add("b") + " " + s.add("B") + " " + s.addAll(List.of("D", "a", "C")) + " " + s);
        System.out.println(s.first() + s.last() + s.floor("cc") + s.higher("d") + " " + s.headSet("c") + " "
                + s.tailSet("c", false) + " " + s.subSet("a", "c") + " " + s.descendingSet() + " " + s.pollFirst() + s.pollLast());
        ConcurrentSkipListSet<Integer> cs = new ConcurrentSkipListSet<>();
        int[] added = new int[4];
        par(4, k -> {
            for (int i = 0; i < 100; i++) {
                if (cs.add(i * 13 % 100)) {
                    added[k]++;
                }
            }
        });
        System.out.println(cs.size() + " " + (added[0] + added[1] + added[2] + added[3]) + " " + cs.subSet(10, 15));
        par(2, k -> cs.removeIf(x -> x % 2 == k));
        System.out.println(cs);
        try {
            cs.first();
        } catch (NoSuchElementException e) {
            System.out.println("NSEE");
        }
        bad("not comparable", () -> {
            ConcurrentSkipListSet<Object> o = new ConcurrentSkipListSet<>();
            o.add(new Object());
            o.add(new Object());
        });
    }
}
