import java.util.*;
import java.util.function.*;

public class CollectionsViews {
    public static void main(String[] args) {
        TreeMap<String, Integer> t = new TreeMap<>();
        for (String s : "the quick brown fox jumps over lazy dog".split(" ")) t.put(s, s.length());
        System.out.println(t.headMap("jumps") + " " + t.tailMap("lazy", false) + t.subMap("a", "g")
                + t.descendingMap().firstKey() + t.floorKey("m") + t.higherEntry("quick") + t.pollFirstEntry()
                + t.lastEntry().getValue() + t.ceilingKey("zz"));
        NavigableSet<String> ns = t.navigableKeySet();
        ns.remove("fox");
        System.out.println(t.size() + " " + ns.descendingSet());
        try {
            t.subMap("d", "g").put("z", 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Map<String, List<Integer>> mm = new LinkedHashMap<>();
        for (int i = 0; i < 6; i++) mm.computeIfAbsent(i % 2 == 0 ? "even" : "odd", k -> new LinkedList<>()).add(i);
        System.out.println(mm + " " + mm.getOrDefault("x", List.of()) + mm.putIfAbsent("even", null)
                + mm.compute("odd", (k, v) -> null) + mm.computeIfPresent("even", (k, v) -> v.subList(1, 3))
                + mm.merge("n", List.of(1), (p, q) -> p));
        mm.replaceAll((k, v) -> List.of(k.length()));
        System.out.println(mm + " " + mm.entrySet().iterator().next().getClass().getSimpleName()
                + mm.keySet().retainAll(Set.of("n")) + mm);
        LinkedHashMap<Integer, String> lru = new LinkedHashMap<>(4, 0.75f, true) {
            protected boolean removeEldestEntry(Map.Entry<Integer, String> e) {
                return size() > 3;
            }
        };
        for (int i = 0; i < 5; i++) {
            lru.put(i, "v" + i);
            lru.get(2);
        }
        System.out.println(lru);
        List<Integer> l = new ArrayList<>(List.of(4, 2, 7, 1));
        List<Integer> un = Collections.unmodifiableList(l), sy = Collections.synchronizedList(l),
                ch = Collections.checkedList(l, Integer.class);
        l.add(9);
        System.out.println(un + " " + sy.size() + ch.contains(9));
        try {
            ((List) ch).add("s");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Collections.sort(l);
        Collections.swap(l, 0, 1);
        Collections.reverse(l);
        System.out.println(l + "" + Collections.min(l) + Collections.max(l, Comparator.reverseOrder())
                + Collections.binarySearch(List.of(1, 3, 5), 4) + Collections.indexOfSubList(l, l.subList(1, 2))
                + Collections.emptyMap() + Collections.singletonList(1));
        Deque<Integer> d = new ArrayDeque<>();
        d.push(1);
        d.offerLast(2);
        d.addFirst(0);
        System.out.println(d + " " + d.peekLast() + d.pollFirst() + d.pop() + d.removeLastOccurrence(2) + d);
        Iterator<Integer> it = l.iterator();
        while (it.hasNext()) if (it.next() % 2 == 0) it.remove();
        System.out.println(l + "" + l.removeIf(x -> x > 8) + l);
        l.replaceAll(x -> x * 2);
        ListIterator<Integer> li = l.listIterator(l.size());
        while (li.hasPrevious()) System.out.print(li.previous() + (li.hasPrevious() ? "," : "\n"));
        WeakHashMap<String, Integer> wh = new WeakHashMap<>();
        wh.put("a", 1);
        IdentityHashMap<String, Integer> ih = new IdentityHashMap<>();
        ih.put(new String("k"), 1);
        ih.put(new String("k"), 2);
        System.out.println(wh + " " + ih.size());
        BitSet bs = new BitSet();
        bs.set(3);
        PriorityQueue<String> pq = new PriorityQueue<>(Comparator.comparing(String::length)
                .thenComparing(Comparator.reverseOrder()));
        pq.addAll(List.of("ccc", "a", "bb", "b", "dd"));
        System.out.println(pq + " " + pq.poll() + pq.poll() + pq.peek());
        Hashtable<Integer, String> ht = new Hashtable<>();
        for (int i = 0; i < 5; i++) ht.put(i * 3, "h" + i);
        System.out.println(ht + "" + Collections.list(ht.keys()));
        Stack<Integer> st = new Stack<>();
        st.push(1);
        st.push(2);
        System.out.println(st.search(1) + "" + st.peek() + st);
        Vector<Integer> v = new Vector<>(List.of(1, 2));
        v.insertElementAt(9, 1);
        System.out.println(v + "" + v.capacity());
        Spliterator<Integer> sp = List.of(1, 2, 3, 4).spliterator(), half = sp.trySplit();
        half.forEachRemaining(x -> System.out.print(x + " "));
        System.out.println(sp.estimateSize() + " " + sp.hasCharacteristics(Spliterator.SIZED));
        Map<Integer, String> hm = new HashMap<>();
        for (int i = 0; i < 20; i++) hm.put(i * 16, "x");
        System.out.println(hm.keySet());
        Set<Object> hs = new HashSet<>();
        for (Object o : new Object[] {"one", 2, 3.0, 'c', 5L, true, null, List.of(1), "Aa", "BB"}) hs.add(o);
        System.out.println(hs);
        System.out.println(List.copyOf(l).equals(l) + "" + Set.copyOf(List.of(1, 1)).size()
                + Map.ofEntries(Map.entry("k", 1)) + new AbstractMap.SimpleEntry<>("a", 1)
                + new TreeSet<>(Comparator.comparing(String::length)) {{ add("aa"); add("bb"); add("c"); }});
    }
}
