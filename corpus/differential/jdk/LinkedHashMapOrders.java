import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class LinkedHashMapOrders {
    static class Lru<K, V> extends LinkedHashMap<K, V> {
        final int cap;
        final List<K> evicted = new ArrayList<>();

        Lru(int cap) {
            super(16, 0.75f, true);
            this.cap = cap;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> e) {
            if (size() > cap) {
                evicted.add(e.getKey());
                return true;
            }
            return false;
        }
    }

    public static void main(String[] args) {
        Map<String, Integer> ins = new LinkedHashMap<>();
        for (String s : "z y x w z v".split(" ")) {
            ins.put(s, ins.size());
        }
        System.out.println(ins);
        ins.remove("y");
        ins.put("y", 10);
        ins.putIfAbsent("x", 99);
        ins.merge("z", 100, Integer::sum);
        ins.computeIfAbsent("new", k -> 5);
        System.out.println(ins + " " + ins.keySet() + ins.values());
        Map<String, Integer> acc = new LinkedHashMap<>(8, 0.75f, true);
        for (String s : "a b c d e".split(" ")) {
            acc.put(s, 0);
        }
        acc.get("b");
        acc.put("a", 1);
        acc.getOrDefault("d", 0);
        acc.containsKey("c");
        acc.merge("e", 1, Integer::sum);
        acc.putIfAbsent("c", 3);
        acc.get("missing");
        acc.computeIfPresent("b", (k, v) -> v + 1);
        System.out.println(acc);
        try {
            for (String k : acc.keySet()) {
                acc.get(k);
            }
        } catch (java.util.ConcurrentModificationException e) {
            System.out.println("access order get is structural " + acc);
        }
        Iterator<Map.Entry<String, Integer>> it = acc.entrySet().iterator();
        it.next();
        it.remove();
        it.next().setValue(77);
        System.out.println(acc);
        Lru<Integer, String> lru = new Lru<>(3);
        for (int i = 0; i < 5; i++) {
            lru.put(i, "v" + i);
            lru.get(1);
        }
        lru.putAll(Map.of(1, "again"));
        lru.computeIfAbsent(50, k -> "fifty");
        lru.merge(60, "sixty", String::concat);
        System.out.println(lru + " evicted " + lru.evicted);
        Set<Integer> set = new LinkedHashSet<>(List.of(5, 3, 9));
        set.add(3);
        set.add(1);
        set.remove(5);
        set.add(5);
        set.removeIf(x -> x == 9);
        System.out.println(set + " " + set.contains(1) + set.equals(Set.of(1, 3, 5)) + set.hashCode());
        set.retainAll(List.of(5, 1));
        System.out.println(set + "" + new ArrayList<>(set));
        LinkedHashMap<String, List<Integer>> groups = new LinkedHashMap<>();
        for (int i = 0; i < 12; i++) {
            groups.computeIfAbsent(i % 5 == 0 ? "five" : i % 2 == 0 ? "even" : "odd", k -> new ArrayList<>()).add(i);
        }
        System.out.println(groups);
        groups.entrySet().removeIf(e -> e.getValue().size() < 4);
        groups.replaceAll((k, v) -> v.subList(0, 2));
        System.out.println(groups + " " + groups.keySet().iterator().next() + groups.equals(new java.util.HashMap<>(groups)));
        @SuppressWarnings("unchecked")
        LinkedHashMap<String, List<Integer>> cl = (LinkedHashMap<String, List<Integer>>) groups.clone();
        cl.put("z", null);
        cl.clear();
        System.out.println(groups.size() + " " + cl);
        StringBuilder sb = new StringBuilder();
        Map<Integer, Integer> many = new LinkedHashMap<>();
        for (int i = 100; i > 0; i -= 3) {
            many.put(i * 31 % 64, i);
        }
        many.forEach((k, v) -> sb.append(k).append(':').append(v).append(' '));
        System.out.println(sb);
    }
}
