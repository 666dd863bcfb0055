import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;

public class JucSynchronizedX {
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
        List<Integer> list = Collections.synchronizedList(new ArrayList<>());
        par(4, k -> {
            for (int i = 0; i < 50; i++) {
                list.add(k * 50 + i);
            }
        });
        list.sort(null);
        System.out.println(list.size() + " " + list.get(0) + " " + list.get(199) + " " + (list instanceof java.util.RandomAccess) + " "
                + (Collections.synchronizedList(new LinkedList<>()) instanceof java.util.RandomAccess));
        par(2, k -> list.removeIf(x -> x % 2 == k && x > 10));
        System.out.println(list);
        list.replaceAll(x -> -x);
        System.out.println(list.indexOf(-5) + " " + list.contains(-10) + " " + list.subList(2, 4) + " " + list.equals(new ArrayList<>(list)));

        Map<String, Integer> map = Collections.synchronizedMap(new HashMap<>());
        par(4, k -> {
            for (int i = 0; i < 40; i++) {
                map.merge("k" + i % 4, 1, Integer::sum);
                map.putIfAbsent("p" + i % 3, k < 0 ? 0 : 7);
            }
        });
        System.out.println(new TreeMap<>(map));
        // compound action under the map's own lock
        Map<String, Integer> counter = Collections.synchronizedMap(new TreeMap<>());
        par(4, k -> {
            for (int i = 0; i < 25; i++) {
                synchronized (counter) {
                    Integer v = counter.get("c");
                    counter.put("c", v == null ? 1 : v + 1);
                }
            }
        });
        System.out.println(counter);
        // the views share the map's mutex
        Set<String> keys = map.keySet();
        synchronized (map) {
            Thread t = new Thread(() -> keys.remove("k0"));
            t.start();
            while (t.getState() != Thread.State.BLOCKED) {
                Thread.yield();
            }
            System.out.println("blocked, still there " + map.containsKey("k0"));
        }
        while (map.containsKey("k0")) {
            Thread.yield();
        }
        System.out.println("removed " + map.size());

        Set<Integer> set = Collections.synchronizedSet(new HashSet<>());
        par(4, k -> {
            for (int i = 0; i < 30; i++) {
                set.add(i);
            }
        });
        System.out.println(new TreeSet<>(set).equals(new TreeSet<>(set)) + " " + set.size());
        NavigableMap<Integer, String> nav = Collections.synchronizedNavigableMap(new TreeMap<>());
        par(3, k -> {
            for (int i = 0; i < 10; i++) {
                nav.put(i * 3 + k, "v" + k);
            }
        });
        System.out.println(nav.size() + " " + nav.floorKey(100) + " " + nav.headMap(3) + " " + nav.descendingMap().firstKey() + " "
                + nav.pollFirstEntry());
        Collection<Integer> col = Collections.synchronizedCollection(new LinkedList<>());
        par(3, k -> col.addAll(List.of(1, 2, 3)));
        System.out.println(col.size() + " " + col.stream().mapToInt(x -> x).sum());

        // fail-fast and not
        try {
            for (Integer x : list) {
                list.add(x);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("CME " + e.getMessage());
        }
        try {
            for (String s : map.keySet()) {
                map.put(s + s, 1);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("CME map");
        }
        for (Collection<Integer> c : List.of(new CopyOnWriteArrayList<Integer>(), new ConcurrentLinkedQueue<Integer>(),
                ConcurrentHashMap.<Integer>newKeySet(), new LinkedBlockingQueue<Integer>(),
                new java.util.concurrent.ConcurrentSkipListSet<Integer>(), new java.util.concurrent.LinkedTransferQueue<Integer>(),
                new java.util.concurrent.PriorityBlockingQueue<Integer>(), new java.util.concurrent.ConcurrentLinkedDeque<Integer>())) {
            for (int i = 0; i < 10; i++) {
                c.add(i);
            }
            int seen = 0;
            for (Integer x : c) {
                c.remove(x);
                seen++;
            }
            // a modifier in another thread during iteration
            c.add(1);
            c.add(2);
            Iterator<Integer> it = c.iterator();
            Thread t = new Thread(c::clear);
            t.start();
            t.join();
            int after = 0;
            while (it.hasNext()) {
                it.next();
                after++;
            }
            System.out.println(c.getClass().getSimpleName() + " " + seen + " " + (after <= 2) + " " + c.size());
        }
        System.out.println(Collections.synchronizedMap(new TreeMap<>(Map.of(1, 2))) + " "
                + Collections.synchronizedSortedSet(new TreeSet<>(List.of(3, 1, 2))).headSet(3));
    }
}
