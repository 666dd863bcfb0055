import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

public class CollectionsUtilities {
    static String attempt(Runnable r) {
        try {
            r.run();
            return "ok ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + " ";
        }
    }

    public static void main(String[] args) {
        List<Integer> l = new ArrayList<>(List.of(5, 2, 8, 1, 9, 3));
        Collections.sort(l);
        System.out.println(l + " " + Collections.binarySearch(l, 8) + Collections.binarySearch(l, 4) + Collections.binarySearch(l, 100));
        Collections.reverse(l);
        System.out.println(l + " " + Collections.binarySearch(l, 8, Comparator.reverseOrder()));
        Collections.shuffle(l, new Random(42));
        System.out.println(l);
        List<Integer> ll = new LinkedList<>(l);
        Collections.shuffle(ll, new Random(7));
        System.out.println(ll);
        Collections.swap(l, 0, 5);
        Collections.rotate(l, 2);
        System.out.println(l);
        Collections.rotate(l.subList(1, 4), -1);
        System.out.println(l + " " + Collections.max(l) + Collections.min(l) + Collections.max(l, Comparator.comparing(x -> -x)));
        System.out.println(Collections.frequency(List.of(1, 2, 1), 1) + " " + Collections.disjoint(List.of(1, 2), List.of(3)) + Collections.disjoint(List.of(1), Set.of(1)) + Collections.nCopies(3, "x") + Collections.indexOfSubList(List.of(1, 2, 1, 2, 3), List.of(1, 2)) + Collections.lastIndexOfSubList(List.of(1, 2, 1, 2, 3), List.of(1, 2)));
        Collections.fill(l, 7);
        Collections.addAll(l, 1, 2, 3);
        System.out.println(l + "" + Collections.replaceAll(l, 7, 0) + l);
        List<Integer> dest = new ArrayList<>(Collections.nCopies(9, -1));
        Collections.copy(dest, List.of(1, 2));
        System.out.println(dest + attempt(() -> Collections.copy(new ArrayList<>(), List.of(1))) + attempt(() -> Collections.max(new ArrayList<Integer>())));
        List<Integer> base = new ArrayList<>(List.of(1, 2));
        List<Integer> un = Collections.unmodifiableList(base);
        System.out.println(attempt(() -> un.add(3)) + attempt(() -> un.remove(0)) + attempt(() -> un.sort(null)) + attempt(() -> un.iterator().remove()) + attempt(() -> un.subList(0, 1).clear()) + attempt(un::clear));
        base.add(3);
        System.out.println(un + "" + un.equals(base) + (un.hashCode() == base.hashCode()));
        Map<String, Integer> um = Collections.unmodifiableMap(new TreeMap<>(Map.of("a", 1, "b", 2)));
        System.out.println(um + attempt(() -> um.put("a", 2)) + attempt(() -> um.entrySet().iterator().next().setValue(5)) + attempt(() -> um.keySet().remove("a")) + attempt(() -> um.merge("a", 1, Integer::sum)) + attempt(() -> um.computeIfAbsent("z", k -> 1)));
        Collection<Integer> uc = Collections.unmodifiableCollection(base);
        System.out.println(uc + "" + uc.equals(base) + attempt(() -> uc.add(1)) + Collections.unmodifiableSortedSet(new java.util.TreeSet<>(base)).headSet(2));
        List<Integer> sy = Collections.synchronizedList(new ArrayList<>(List.of(3, 1, 2)));
        synchronized (sy) {
            sy.sort(null);
            sy.add(4);
        }
        Map<String, Integer> sm = Collections.synchronizedMap(new TreeMap<>());
        sm.put("k", 1);
        sm.merge("k", 1, Integer::sum);
        sm.computeIfAbsent("j", k -> 9);
        System.out.println(sy + "" + sm + sy.subList(1, 3) + Collections.synchronizedSet(new java.util.TreeSet<>(Set.of(1))) + sm.keySet());
        @SuppressWarnings({"unchecked", "rawtypes"})
        String checked = attempt(() -> ((List) Collections.checkedList(new ArrayList<>(), String.class)).add(5));
        System.out.println(checked + Collections.emptyList() + Collections.emptyMap() + Collections.singletonList(1) + Collections.singleton("s") + Collections.singletonMap("k", "v") + attempt(() -> Collections.emptyList().add(null)) + attempt(() -> Collections.singletonList(1).set(0, 2)));
        System.out.println((Collections.emptyList() == Collections.emptyList()) + " " + Collections.emptyIterator().hasNext() + Collections.list(Collections.enumeration(List.of(1, 2))) + attempt(() -> Collections.nCopies(-1, 0)) + Collections.reverseOrder().compare("a", "b") + Collections.reverseOrder(Comparator.<Integer>naturalOrder()).compare(1, 2));
        Set<String> fromMap = Collections.newSetFromMap(new HashMap<>());
        fromMap.add("q");
        var lifo = Collections.asLifoQueue(new java.util.ArrayDeque<Integer>());
        lifo.add(1);
        lifo.add(2);
        System.out.println(fromMap + "" + lifo.poll() + lifo);
        List<int[]> stable = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            stable.add(new int[] {i * 7 % 5, i});
        }
        Collections.sort(stable, (x, y) -> x[0] - y[0]);
        StringBuilder sb = new StringBuilder();
        for (int[] p : stable) {
            sb.append(p[0]).append(':').append(p[1]).append(' ');
        }
        System.out.println(sb);
        List<String> strs = Arrays.asList("pear", "Apple", "fig", "apple");
        strs.sort(null);
        System.out.println(strs);
        strs.sort(String::compareToIgnoreCase);
        System.out.println(strs + attempt(() -> Collections.sort(new ArrayList<>(Arrays.asList(1, null, 2)))));
    }
}
