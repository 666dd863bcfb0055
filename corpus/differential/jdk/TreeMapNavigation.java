import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

public class TreeMapNavigation {
    static String attempt(java.util.function.Supplier<Object> r) {
        try {
            return "" + r.get();
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage();
        }
    }

    public static void main(String[] args) {
        TreeMap<Integer, String> t = new TreeMap<>();
        for (int i = 0; i < 20; i++) {
            t.put(i * 7 % 20 * 5, "v" + i);
        }
        System.out.println(t + " " + t.firstKey() + t.lastKey() + t.firstEntry() + t.lastEntry());
        for (int k : new int[] {-1, 0, 12, 50, 95, 96}) {
            System.out.print(t.floorKey(k) + " " + t.ceilingKey(k) + " " + t.lowerKey(k) + " " + t.higherEntry(k) + "; ");
        }
        System.out.println();
        NavigableMap<Integer, String> sub = t.subMap(20, true, 60, false);
        System.out.println(sub + " " + sub.size() + sub.firstKey() + sub.lastKey() + sub.floorKey(1000) + sub.ceilingKey(0) + sub.lowerKey(20));
        sub.put(33, "in range");
        sub.remove(25);
        System.out.println(attempt(() -> sub.put(60, "x")) + attempt(() -> sub.subMap(0, 30)) + attempt(() -> t.subMap(5, 1)) + t.containsKey(25) + t.get(33));
        SortedMap<Integer, String> head = t.headMap(15);
        SortedMap<Integer, String> tail = t.tailMap(90, false);
        System.out.println(head + "" + tail + t.headMap(15, true).descendingMap() + t.descendingMap().headMap(85) + t.descendingKeySet().first());
        head.clear();
        System.out.println(t.size() + " " + t.pollFirstEntry() + t.pollLastEntry() + t.navigableKeySet().subSet(30, 50) + sub.descendingMap());
        t.entrySet().removeIf(e -> e.getKey() % 10 == 0);
        System.out.println(t);
        for (Map.Entry<Integer, String> e : t.entrySet()) {
            e.setValue(e.getValue().toUpperCase());
        }
        System.out.println(t.values() + attempt(() -> t.firstEntry().setValue("q")) + attempt(() -> t.put(null, "n")));
        TreeMap<String, Integer> ci = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        ci.put("Abc", 1);
        ci.put("aBC", 2);
        ci.put("b", 3);
        System.out.println(ci + "" + ci.get("ABC") + ci.containsKey("B") + ci.comparator().equals(String.CASE_INSENSITIVE_ORDER) + new TreeMap<>(Map.of(2, 2, 1, 1)).comparator());
        TreeMap<Object, Integer> bad = new TreeMap<>();
        System.out.println(attempt(() -> {
            try {
                return bad.put(new Object(), 1);
            } catch (ClassCastException e) {
                return "cce";
            }
        }) + attempt(() -> new TreeMap<>().firstKey()) + new TreeMap<>().firstEntry());
        bad.put("s", 1);
        try {
            bad.put(5, 1);
        } catch (ClassCastException e) {
            System.out.println("mixed keys " + bad);
        }
        TreeMap<Integer, Integer> ops = new TreeMap<>(Comparator.reverseOrder());
        for (int i = 0; i < 10; i++) {
            ops.merge(i % 4, i, Integer::sum);
            ops.computeIfAbsent(i * 10, k -> k);
        }
        ops.replaceAll((k, v) -> v - k);
        System.out.println(ops + " " + ops.headMap(3) + ops.tailMap(3) + ops.floorKey(35) + ops.ceilingKey(35));
        TreeSet<String> s = new TreeSet<>(List.of("kiwi", "apple", "fig", "banana"));
        System.out.println(s + s.first() + s.last() + s.floor("b") + s.higher("fig") + s.headSet("c") + s.tailSet("fig", false) + s.descendingSet() + s.pollFirst() + s.subSet("b", true, "g", true));
        TreeSet<String> len = new TreeSet<>(Comparator.comparing(String::length));
        System.out.println(len.addAll(List.of("aa", "bb", "c", "ddd")) + "" + len + len.contains("zz") + len.remove("xxx") + len);
        NavigableSet<Integer> ds = new TreeSet<>(List.of(1, 2, 3, 4, 5)).descendingSet();
        ds.add(0);
        ds.pollFirst();
        var it = ds.iterator();
        it.next();
        it.remove();
        System.out.println(ds + "" + ds.lower(2) + ds.ceiling(9) + attempt(() -> new TreeSet<Integer>().last()));
        TreeMap<Integer, Integer> stress = new TreeMap<>();
        int x = 1;
        for (int i = 0; i < 2000; i++) {
            x = x * 1103515245 + 12345;
            int k = (x >>> 16) % 300;
            if ((x & 1 << 20) == 0) {
                stress.put(k, i);
            } else {
                stress.remove(k);
            }
        }
        System.out.println(stress.size() + " " + stress.hashCode() + " " + new ArrayList<>(stress.keySet()).subList(0, 10) + stress.lowerKey(150));
        try {
            new TreeSet<Integer>().iterator().next();
        } catch (NoSuchElementException e) {
            System.out.println("nse");
        }
    }
}
