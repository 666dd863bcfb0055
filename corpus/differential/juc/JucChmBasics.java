import java.util.Enumeration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

public class JucChmBasics {
    static void bad(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + " ok");
        } catch (RuntimeException e) {
            System.out.println(what + " " + e.getClass().getSimpleName());
        }
    }

    public static void main(String[] args) {
        ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
        System.out.println(m.isEmpty() + " " + m.put("a", 1) + " " + m.put("a", 2) + " " + m.get("a") + " " + m.get("zz"));
        System.out.println(m.putIfAbsent("a", 9) + " " + m.putIfAbsent("b", 3) + " " + m.size() + " " + m.mappingCount());
        System.out.println(m.replace("a", 5) + " " + m.replace("q", 1) + " " + m.replace("a", 5, 6) + " " + m.replace("a", 5, 7)
                + " " + m.remove("a", 1) + " " + m.remove("a", 6) + " " + m.remove("nope"));
        System.out.println(m + " " + m.getOrDefault("x", -1) + " " + m.containsKey("b") + m.containsValue(3) + m.contains(4));
        bad("null key", () -> m.put(null, 1));
        bad("null value", () -> m.put("k", null));
        bad("get null", () -> m.get(null));
        bad("containsValue null", () -> m.containsValue(null));
        bad("merge null", () -> m.merge("k", null, Integer::sum));
        bad("negative capacity", () -> new ConcurrentHashMap<>(-1));
        bad("load factor", () -> new ConcurrentHashMap<>(1, 0f));
        bad("concurrency 0", () -> new ConcurrentHashMap<>(1, 0.5f, 0));
        for (int i = 0; i < 20; i++) {
            m.put("k" + i, i);
        }
        System.out.println(m.size() + " " + new TreeMap<>(m).headMap("k13"));

        // views
        System.out.println(new TreeSet<>(m.keySet()).first() + " " + m.values().stream().mapToInt(x -> x).sum());
        System.out.println(m.keySet().remove("k0") + " " + m.values().remove(1) + " " + m.entrySet().remove(Map.entry("k2", 2))
                + " " + m.size());
        bad("keySet add", () -> m.keySet().add("x"));
        bad("values add", () -> m.values().add(1));
        m.keySet("default".length()).add("withDefault");
        System.out.println(m.get("withDefault"));
        m.values().removeIf(v -> v % 2 == 0);
        System.out.println(new TreeMap<>(m));
        m.replaceAll((k, v) -> v * 10);
        System.out.println(new TreeMap<>(m));
        for (Map.Entry<String, Integer> e : m.entrySet()) {
            if (e.getKey().equals("k5")) {
                System.out.println(e.setValue(55) + " " + e.getValue() + " " + e);
            }
        }
        System.out.println(m.get("k5"));

        // iterating while changing: no exception, every old key once
        int seen = 0;
        for (String k : m.keySet()) {
            m.remove(k);
            m.put("again" + k, 1);
            if (!k.startsWith("again")) {
                seen++;
            }
        }
        System.out.println("old keys seen " + seen);
        Iterator<String> it = m.keySet().iterator();
        bad("remove first", it::remove);
        it.next();
        it.remove();
        bad("remove twice", it::remove);
        m.clear();
        System.out.println(m + " " + it.getClass().getSimpleName().isEmpty());
        Enumeration<Integer> en = m.elements();
        System.out.println(en.hasMoreElements() + " " + m.keys().hasMoreElements());
        bad("no element", en::nextElement);

        Map<String, Integer> src = new HashMap<>(Map.of("p", 1, "q", 2));
        ConcurrentHashMap<String, Integer> copy = new ConcurrentHashMap<>(src);
        System.out.println(copy.equals(src) + " " + src.equals(copy) + " " + (copy.hashCode() == src.hashCode()));
        copy.putAll(Map.of("r", 3));
        System.out.println(new TreeMap<>(copy) + " " + copy.keySet().containsAll(src.keySet()));
        String[] arr = copy.keySet().toArray(new String[0]);
        java.util.Arrays.sort(arr);
        System.out.println(String.join("", arr));
        System.out.println(copy.keySet().retainAll(java.util.List.of("p")) + " " + copy);
    }
}
