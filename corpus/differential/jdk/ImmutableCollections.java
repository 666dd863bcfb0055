import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class ImmutableCollections {
    static String attempt(java.util.function.Supplier<Object> r) {
        try {
            return r.get() + " ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + (e instanceof IllegalArgumentException ? "(" + e.getMessage() + ") " : " ");
        }
    }

    public static void main(String[] args) {
        for (List<Integer> l : List.of(List.<Integer>of(), List.of(1), List.of(1, 2), List.of(1, 2, 3), List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12))) {
            System.out.println(l + " " + l.size() + l.hashCode() + l.contains(2) + l.indexOf(3) + l.lastIndexOf(1) + l.equals(new ArrayList<>(l)) + attempt(() -> l.add(1)) + attempt(() -> l.remove((Object) 1)) + attempt(() -> l.set(0, 1)) + attempt(() -> { l.clear(); return 1; }) + attempt(() -> l.contains(null)) + attempt(() -> l.get(20)) + attempt(() -> l.removeIf(x -> true)) + attempt(() -> { l.sort(null); return 2; }) + (l.size() > 1 ? l.subList(1, 2) + attempt(() -> l.subList(0, 1).add(1)) : ""));
        }
        for (Set<String> s : List.of(Set.<String>of(), Set.of("a"), Set.of("a", "b"), Set.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"))) {
            System.out.println(new TreeSet<>(s) + " " + s.size() + " " + s.hashCode() + s.contains("b") + s.equals(new TreeSet<>(s)) + attempt(() -> s.add("z")) + attempt(() -> s.remove("a")) + attempt(() -> s.contains(null)));
        }
        for (Map<String, Integer> m : List.of(Map.<String, Integer>of(), Map.of("a", 1), Map.of("a", 1, "b", 2), Map.of("a", 1, "b", 2, "c", 3, "d", 4, "e", 5))) {
            System.out.println(new TreeMap<>(m) + " " + m.size() + " " + m.hashCode() + m.get("b") + m.getOrDefault("zz", -1) + m.containsKey("a") + m.containsValue(2) + m.equals(new HashMap<>(m)) + attempt(() -> m.put("z", 1)) + attempt(() -> m.remove("a")) + attempt(() -> m.get(null)) + attempt(() -> m.putIfAbsent("a", 1)) + attempt(() -> m.compute("a", (k, v) -> 1)) + attempt(() -> m.keySet().remove("a")));
        }
        System.out.println(attempt(() -> List.of(1, null)) + attempt(() -> Set.of("x", "x")) + attempt(() -> Map.of("k", 1, "k", 2)) + attempt(() -> Map.of("k", null)) + attempt(() -> List.copyOf(Arrays.asList(1, null))) + attempt(() -> Map.ofEntries(Map.entry("e", 1), Map.entry("e", 1))) + attempt(() -> Map.entry(null, 1)));
        List<Integer> src = new ArrayList<>(List.of(3, 1, 2));
        List<Integer> copy = List.copyOf(src);
        src.add(9);
        System.out.println(copy + "" + (List.copyOf(copy) == copy) + (List.of() == List.of()) + new TreeSet<>(Set.copyOf(List.of(1, 1, 2))) + (Set.copyOf(Set.of(1)).size()));
        Map<Integer, String> ofE = Map.ofEntries(Map.entry(1, "a"), Map.entry(2, "b"));
        System.out.println(new TreeMap<>(ofE) + "" + new TreeMap<>(Map.copyOf(new HashMap<>(Map.of(5, 6)))) + ofE.entrySet().contains(Map.entry(1, "a")));
        List<Integer> toList = Stream.of(1, 2).toList();
        List<Integer> nulls = Stream.of(1, null).toList();
        System.out.println(toList + "" + nulls + attempt(() -> toList.add(3)) + nulls.contains(null) + attempt(() -> Stream.of(1, null).collect(Collectors.toUnmodifiableList())));
        List<Integer> from = List.of(new Integer[] {1, 2, 3});
        Integer[] arr = {1, 2, 3};
        List<Integer> live = Arrays.asList(arr);
        List<Integer> fixed = List.of(arr);
        arr[0] = 99;
        System.out.println(from + "" + live + fixed);
        Map<Integer, Integer> big = IntStream.range(0, 200).boxed().collect(Collectors.toUnmodifiableMap(i -> i, i -> i * i));
        boolean ok = true;
        for (int i = 0; i < 200; i++) {
            ok &= big.get(i) == i * i;
        }
        System.out.println(ok + " " + big.size() + big.containsKey(200) + " " + big.values().stream().mapToInt(x -> x).sum() + big.hashCode());
        var it = List.of(1, 2).iterator();
        it.next();
        System.out.println(attempt(() -> { it.remove(); return 1; }) + it.next() + attempt(it::next));
        var li = List.of(1, 2, 3).listIterator(3);
        System.out.println(li.previous() + "" + li.previousIndex() + attempt(() -> { li.set(1); return 1; }));
        System.out.println(Collections.unmodifiableList(List.of(1)).equals(List.of(1)) + " " + Arrays.toString(List.of("x", "y").toArray(new String[3])) + List.of(1, 2).stream().map(x -> x + 1).toList());
    }
}
