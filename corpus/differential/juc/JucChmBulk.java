import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicLong;

public class JucChmBulk {
    // an exception from another thread of the pool may come wrapped in one of its own class
    static String root(Throwable t) {
        while (t.getCause() != null) {
            t = t.getCause();
        }
        return t.getMessage();
    }

    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        for (int i = 1; i <= 60; i++) {
            m.put("k" + i, i);
        }
        for (long par : new long[] {Long.MAX_VALUE, 1, 10}) {
            AtomicLong sum = new AtomicLong();
            m.forEach(par, (k, v) -> sum.addAndGet(v));
            ConcurrentSkipListSet<String> picked = new ConcurrentSkipListSet<>();
            m.forEach(par, (k, v) -> v > 57 ? k + "=" + v : null, picked::add);
            AtomicLong keys = new AtomicLong();
            m.forEachKey(par, k -> keys.addAndGet(k.length()));
            AtomicLong values = new AtomicLong();
            m.forEachValue(par, v -> v % 2 == 0 ? (long) v : null, values::addAndGet);
            AtomicLong entries = new AtomicLong();
            m.forEachEntry(par, e -> entries.addAndGet(e.getValue() + e.getKey().length()));
            System.out.println(sum + " " + picked + " " + keys + " " + values + " " + entries);

            System.out.println(m.reduce(par, (k, v) -> v, Integer::sum) + " "
                    + m.reduce(par, (k, v) -> (Integer) null, Integer::sum) + " "
                    + m.reduceToInt(par, (k, v) -> v, 0, Integer::max) + " "
                    + m.reduceToLong(par, (k, v) -> 1L << (v % 40), 0L, (a, b) -> a | b) + " "
                    + m.reduceToDouble(par, (k, v) -> v / 2.0, 0.0, Double::sum));
            System.out.println(m.reduceKeys(par, (a, b) -> a.compareTo(b) > 0 ? a : b) + " "
                    + m.reduceKeys(par, String::length, Integer::sum) + " "
                    + m.reduceKeysToLong(par, k -> k.charAt(1), 0, Long::sum) + " "
                    + m.reduceValues(par, Integer::max) + " " + m.reduceValuesToInt(par, v -> v, 0, (a, b) -> a ^ b) + " "
                    + m.reduceValues(par, v -> v == 60 ? "sixty" : null, String::concat) + " "
                    + m.reduceEntriesToInt(par, e -> e.getValue(), 1000, Math::min) + " "
                    + m.reduceEntries(par, (a, b) -> a.getValue() > b.getValue() ? a : b).getKey());
            System.out.println(m.search(par, (k, v) -> v == 33 ? k : null) + " " + m.search(par, (k, v) -> null) + " "
                    + m.searchKeys(par, k -> k.equals("k7") ? 7 : null) + " "
                    + m.searchValues(par, v -> v == 5 ? "five" : null) + " "
                    + m.searchEntries(par, e -> e.getValue() == 9 ? e.getKey() : null));
        }
        try {
            m.search(1, null);
        } catch (NullPointerException e) {
            System.out.println("NPE");
        }
        try {
            m.forEach(1, (k, v) -> {
                if (v == 30) {
                    throw new IllegalStateException("at thirty");
                }
            });
        } catch (IllegalStateException e) {
            System.out.println(root(e));
        }

        // empty map
        ConcurrentHashMap<String, Integer> empty = new ConcurrentHashMap<>();
        System.out.println(empty.reduce(1, (k, v) -> v, Integer::sum) + " " + empty.reduceToInt(1, (k, v) -> v, 42, Integer::sum)
                + " " + empty.search(1, (k, v) -> k) + " " + empty.reduceValues(1, Integer::sum));

        // key sets
        ConcurrentHashMap.KeySetView<String, Boolean> set = ConcurrentHashMap.newKeySet();
        System.out.println(set.add("x") + " " + set.add("x") + " " + set.contains("x") + " " + set.getMappedValue());
        set.addAll(java.util.List.of("y", "z"));
        System.out.println(new TreeSet<>(set) + " " + set.remove("y") + " " + set.size() + " " + set.getMap().get("z"));
        ConcurrentHashMap.KeySetView<String, Integer> view = m.keySet(-1);
        System.out.println(view.add("k1") + " " + view.add("fresh") + " " + m.get("fresh") + " " + m.get("k1"));
        System.out.println(m.keySet().getMappedValue() + " " + view.equals(m.keySet()));
        long big = m.entrySet().stream().filter(e -> e.getValue() > 50).count();
        long bigPar = m.values().parallelStream().filter(v -> v > 50).count();
        System.out.println(big + " " + bigPar + " " + m.keySet().spliterator().hasCharacteristics(java.util.Spliterator.CONCURRENT));
        Map.Entry<String, Integer> e = m.reduceEntries(Long.MAX_VALUE, (a, b) -> a.getValue() < b.getValue() ? a : b);
        System.out.println(e.getKey() + " " + e.getValue());
    }
}
