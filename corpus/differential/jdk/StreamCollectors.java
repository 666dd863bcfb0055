import java.util.ArrayList;
import java.util.Comparator;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class StreamCollectors {
    record Emp(String name, String dept, int salary, List<String> tags) { }

    static void show(Object o) {
        System.out.println(o);
    }

    public static void main(String[] args) {
        List<Emp> es = List.of(new Emp("ann", "eng", 100, List.of("a", "b")), new Emp("bob", "ops", 80, List.of("b")), new Emp("cid", "eng", 120, List.of()), new Emp("dot", "hr", 70, List.of("c", "a")), new Emp("eve", "ops", 95, List.of("d")));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.mapping(Emp::name, Collectors.toList()))));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.summingInt(Emp::salary))));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.averagingInt(Emp::salary))));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.counting())));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingInt(Emp::salary)), o -> o.get().name()))));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.flatMapping(e -> e.tags().stream(), Collectors.toCollection(TreeSet::new)))));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.filtering(e -> e.salary() > 90, Collectors.mapping(Emp::name, Collectors.joining("+", "<", ">"))))));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new, Collectors.groupingBy(e -> e.salary() >= 95, TreeMap::new, Collectors.mapping(Emp::name, Collectors.toList())))));
        show(es.stream().collect(Collectors.partitioningBy(e -> e.salary() > 90, Collectors.mapping(Emp::name, Collectors.joining("/")))));
        Map<Boolean, List<Integer>> part = Stream.of(1, 2, 3).collect(Collectors.partitioningBy(x -> x > 5));
        show(part + "" + part.get(true) + part.size());
        show(es.stream().collect(Collectors.toMap(Emp::name, Emp::salary, (a, b) -> a, LinkedHashMap::new)));
        show(new TreeMap<>(es.stream().collect(Collectors.toMap(Emp::dept, Emp::salary, Integer::sum))));
        try {
            es.stream().collect(Collectors.toMap(Emp::dept, Emp::salary));
        } catch (IllegalStateException e) {
            show(e.getMessage());
        }
        show(es.stream().collect(Collectors.teeing(Collectors.summingInt(Emp::salary), Collectors.counting(), (s, c) -> s + "/" + c + "=" + s / c)));
        show(es.stream().collect(Collectors.reducing(0, Emp::salary, Math::max)) + " " + Stream.of(1, 2, 3).collect(Collectors.reducing((a, b) -> a * 10 + b)) + Stream.of(1, 2, 3).collect(Collectors.reducing(100, Integer::sum)));
        IntSummaryStatistics st = es.stream().collect(Collectors.summarizingInt(Emp::salary));
        show(st.getCount() + " " + st.getSum() + st.getMin() + st.getMax() + st.getAverage());
        show(Stream.of(0.1, 0.2, 0.3).collect(Collectors.summingDouble(x -> x)) + " " + Stream.of(0.1, 0.2, 0.3).collect(Collectors.averagingDouble(x -> x)) + " " + Stream.of(1L, 2L).collect(Collectors.summingLong(x -> x)) + Stream.of(1e100, 1.0, -1e100).collect(Collectors.summingDouble(x -> x)));
        show(Stream.of("x", "y").collect(Collectors.joining()) + Stream.<String>of().collect(Collectors.joining(",", "{", "}")) + Stream.of(3, 1).collect(Collectors.minBy(Comparator.naturalOrder())));
        Collector<String, StringBuilder, String> custom = Collector.of(StringBuilder::new, (sb, s) -> sb.insert(0, s), (a, b) -> b.append(a), sb -> sb + "!");
        show(Stream.of("a", "b", "c").collect(custom) + custom.characteristics().size());
        show(Stream.of(1, 2, 3).collect(ArrayList<Integer>::new, (l, x) -> l.add(0, x), ArrayList::addAll));
        Map<Integer, List<String>> byLen = Stream.of("one", "two", "three", "four").collect(Collectors.groupingBy(String::length));
        show(byLen);
        Map<Character, Long> freq = "mississippi".chars().mapToObj(c -> (char) c).collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        show(freq + " " + freq.entrySet().stream().sorted(Map.Entry.<Character, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).map(e -> e.getKey() + "" + e.getValue()).toList());
        Set<Integer> us = Stream.of(3, 3, 1).collect(Collectors.toUnmodifiableSet());
        show(new TreeSet<>(us) + "" + IntStream.rangeClosed(1, 5).boxed().collect(Collectors.collectingAndThen(Collectors.toList(), l -> { java.util.Collections.reverse(l); return l; })));
        show(IntStream.range(0, 20).boxed().collect(Collectors.groupingBy(i -> i % 3, Collectors.reducing(0, Integer::sum))));
        try {
            Stream.of("a", "b").collect(Collectors.groupingBy(s -> (String) null));
        } catch (NullPointerException e) {
            show(e.getMessage());
        }
        try {
            Stream.of("a").collect(Collectors.toMap(s -> s, s -> null));
        } catch (NullPointerException e) {
            show("null value");
        }
        show(es.stream().sorted(Comparator.comparing(Emp::dept).thenComparing(Emp::salary, Comparator.reverseOrder())).map(Emp::name).toList());
    }
}
