import java.util.IdentityHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.Hashtable;
import java.util.TreeMap;
import java.util.Collections;
import java.util.Set;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

public class IdentityAndWeakMaps {
    record Key(int v) { }

    public static void main(String[] args) {
        Map<Object, Integer> id = new IdentityHashMap<>();
        String a = "k";
        String b = new String("k");
        id.put(a, 1);
        id.put(b, 2);
        id.put("k", 3);
        id.put(null, 4);
        System.out.println(id.size() + " " + id.get(a) + id.get(b) + id.get(null) + id.get(new String("k")) + id.containsKey("k") + id.containsValue(2));
        System.out.println(id.remove(b) + " " + id.size() + " " + id.merge("k", 10, Integer::sum) + id.putIfAbsent(b, 7) + id.computeIfPresent(b, (k, v) -> v * 2));
        int sum = 0;
        for (Map.Entry<Object, Integer> e : id.entrySet()) {
            sum += e.getValue();
            e.setValue(0);
        }
        System.out.println(sum + " " + id.values());
        Key[] keys = new Key[200];
        Map<Key, Integer> many = new IdentityHashMap<>(4);
        for (int i = 0; i < keys.length; i++) {
            keys[i] = new Key(i % 10);
            many.put(keys[i], i);
        }
        boolean all = true;
        for (int i = 0; i < keys.length; i++) {
            all &= many.get(keys[i]) == i;
        }
        for (int i = 0; i < keys.length; i += 2) {
            many.remove(keys[i]);
        }
        System.out.println(all + " " + many.size() + " " + many.containsKey(keys[1]) + many.containsKey(keys[2]) + many.containsKey(new Key(1)));
        Set<Object> ids = Collections.newSetFromMap(new IdentityHashMap<>());
        System.out.println(ids.add(a) + "" + ids.add(b) + ids.add(a) + ids.size());
        WeakHashMap<Key, String> w = new WeakHashMap<>();
        for (int i = 0; i < 20; i++) {
            w.put(keys[i], "w" + i);
        }
        System.out.println(w.size() + " " + new TreeMap<>(w.values().stream().collect(java.util.stream.Collectors.toMap(x -> x, String::length))));
        w.put(null, "nullkey");
        System.out.println(w.get(null) + w.get(new Key(3)) + w.containsKey(keys[0]) + w.remove(keys[5]) + w.size());
        w.clear();
        System.out.println(w.isEmpty());
        WeakReference<Key> wr = new WeakReference<>(keys[0]);
        SoftReference<Key> sr = new SoftReference<>(keys[1]);
        System.out.println((wr.get() == keys[0]) + " " + (sr.get() == keys[1]) + wr.refersTo(keys[0]));
        wr.clear();
        System.out.println(wr.get() + " " + wr.refersTo(null));
        Reference.reachabilityFence(keys);
        Hashtable<String, Integer> ht = new Hashtable<>();
        ht.put("a", 1);
        ht.put("b", 2);
        ht.merge("a", 5, Integer::sum);
        System.out.println(ht + " " + ht.contains(2) + ht.get("zz") + Collections.list(ht.keys()).size());
        try {
            ht.put("n", null);
        } catch (NullPointerException e) {
            System.out.println("no nulls");
        }
        System.out.println(System.identityHashCode(null) + " " + (System.identityHashCode(a) == System.identityHashCode(a)));
    }
}
