import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

public class HashMapOps {
    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> m = new HashMap<>();
        for (String w : "the quick brown fox jumps over the lazy dog the end".split(" ")) {
            m.merge(w, 1, Integer::sum);
        }
        System.out.println(m + " " + m.size() + " " + m.hashCode());
        System.out.println(m.put("fox", 9) + " " + m.put("new", 1) + " " + m.get("none") + " " + m.getOrDefault("none", -1) + " " + m.containsKey("dog") + m.containsValue(9) + m.remove("dog") + m.remove("dog") + m.putIfAbsent("fox", 0) + m.putIfAbsent("cat", 4));
        System.out.println(m.compute("fox", (k, v) -> v + k.length()) + " " + m.compute("cat", (k, v) -> null) + " " + m.compute("nul", (k, v) -> v == null ? 7 : 8) + " " + m.computeIfAbsent("abs", String::length) + m.computeIfAbsent("abs", k -> 100) + m.computeIfAbsent("nil", k -> null) + " " + m.computeIfPresent("abs", (k, v) -> v * 2) + m.computeIfPresent("zip", (k, v) -> 1) + m.computeIfPresent("nul", (k, v) -> null));
        System.out.println(m.merge("the", 5, (a, b) -> a * b) + " " + m.merge("the", 1, (a, b) -> null) + " " + m.containsKey("the") + m.replace("new", 2) + m.replace("new", 2, 3) + m.replace("new", 2, 4) + m.remove("new", 99) + m.remove("new", 3) + m.replace("missing", 1));
        m.replaceAll((k, v) -> k.charAt(0) + v);
        System.out.println(new TreeMap<>(m));
        Map<Integer, String> ints = new HashMap<>(4, 0.5f);
        for (int i = 0; i < 40; i += 3) {
            ints.put(i * 7 % 50, "v" + i);
        }
        System.out.println(ints + " " + ints.keySet() + " " + ints.values());
        ints.put(null, "nullkey");
        ints.put(5, null);
        System.out.println(ints.get(null) + ints.containsKey(5) + ints.get(5) + ints.getOrDefault(5, "def") + ints.containsValue(null) + ints);
        Iterator<Map.Entry<Integer, String>> it = ints.entrySet().iterator();
        while (it.hasNext()) {
            var e = it.next();
            if (e.getKey() != null && e.getKey() % 2 == 0) {
                it.remove();
            } else {
                e.setValue(e.getValue() + "!");
            }
        }
        System.out.println(ints);
        ints.keySet().removeIf(k -> k != null && k > 20);
        ints.values().remove("null!");
        System.out.println(ints + attempt(() -> ints.keySet().add(1)));
        System.out.println(attempt(() -> {
            for (Integer k : ints.keySet()) {
                ints.put(1000, "x");
            }
        }) + attempt(() -> ints.computeIfAbsent(2000, k -> {
            ints.put(3000, "inner");
            return "outer";
        })) + attempt(() -> ints.forEach((k, v) -> ints.remove(k))));
        Map<String, Integer> copy = new HashMap<>(m);
        System.out.println(copy.equals(m) + " " + (copy.hashCode() == m.hashCode()) + copy.entrySet().equals(m.entrySet()) + copy.keySet().retainAll(java.util.Set.of("abs", "fox")) + copy);
        copy.clear();
        System.out.println(copy.isEmpty() + "" + copy + copy.keySet().size());
        Map<Object, String> mixed = new HashMap<>();
        mixed.put(1, "int");
        mixed.put(1L, "long");
        mixed.put('1', "char");
        mixed.put("1", "string");
        mixed.put(1.0, "double");
        mixed.put(true, "bool");
        mixed.put(java.util.List.of(1), "list");
        System.out.println(mixed.size() + mixed.get((short) 1) + mixed.get(1) + mixed.get(1L) + mixed);
        Map.Entry<String, Integer> e1 = Map.entry("k", 1);
        System.out.println(e1 + " " + e1.hashCode() + e1.equals(new HashMap<>(Map.of("k", 1)).entrySet().iterator().next()) + attempt(() -> e1.setValue(2)) + new java.util.AbstractMap.SimpleEntry<>("a", null));
        HashMap<String, Integer> big = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            big.put("key" + i, i);
        }
        StringBuilder sb = new StringBuilder();
        big.forEach((k, v) -> sb.append(v).append(','));
        System.out.println(sb.toString().hashCode() + " " + sb.substring(0, 60));
        try {
            Iterator<String> ki = big.keySet().iterator();
            big.remove("key1");
            ki.next();
        } catch (ConcurrentModificationException e) {
            System.out.println("cme");
        }
    }
}
