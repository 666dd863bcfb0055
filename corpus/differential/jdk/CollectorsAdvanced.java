import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class CollectorsAdvanced {
    static void show(Object o) {
        System.out.println(o);
    }
    record Emp(String name, String dept, int age, double pay) {}
    public static void main(String[] args) {
        List<Emp> es = List.of(new Emp("Ann", "dev", 30, 100.5), new Emp("Bob", "ops", 41, 80), new Emp("Cid", "dev",
                25, 120.25), new Emp("Dan", "hr", 60, 70), new Emp("Eve", "ops", 35, 95.75));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, TreeMap::new,
                Collectors.averagingDouble(Emp::pay))));
        show(es.stream().collect(Collectors.groupingBy(Emp::dept, Collectors.mapping(Emp::name,
                Collectors.joining("/", "<", ">")))));
        show(es.stream().collect(Collectors.partitioningBy(e -> e.age() > 34, Collectors
                .collectingAndThen(Collectors.toList(), List::size))));
        show(es.stream().collect(Collectors.teeing(Collectors.summingDouble(Emp::pay), Collectors.counting(), (s,
                c) -> s / c)));
        show(es.stream().collect(Collectors.summarizingInt(Emp::age)));
        show(es.stream().map(Emp::pay).mapToDouble(Double::doubleValue).summaryStatistics());
        show(es.stream().collect(Collectors.toMap(Emp::dept, Emp::pay, Double::sum, LinkedHashMap::new)));
        try {
            es.stream().collect(Collectors.toMap(Emp::dept, Emp::name));
        } catch (IllegalStateException e) {
            show(e.getMessage());
        }
        show(es.stream().collect(Collectors.flatMapping(e -> e.name().chars().mapToObj(c -> (char) c),
                Collectors.toCollection(TreeSet::new))));
        show(es.stream().collect(Collectors.filtering(e -> e.pay() > 90, Collectors.reducing("", Emp::name,
                String::concat))));
        show(es.stream().sorted(Comparator.comparing(Emp::dept).reversed().thenComparing(Emp::age,
                Comparator.reverseOrder())).map(Emp::name).toList());
        show(es.stream().max(Comparator.comparingDouble(Emp::pay)).get() + " " + es.stream()
                .collect(Collectors.minBy(Comparator.comparing(Emp::name))));
        show(Stream.iterate(1, x -> x < 200, x -> x * 3).flatMap(x -> Stream.of(x, -x)).collect(Collectors.toList()));
        show(IntStream.rangeClosed(1, 5).boxed().collect(Collectors.reducing(1, (a, b) -> a * b)) + " "
                + IntStream.of(3, 1, 2).sorted().boxed().toList() + IntStream.range(0, 20).filter(i -> i % 7 == 3)
                .mapToObj(Integer::toHexString).collect(Collectors.joining(",")));
        show(Stream.of("a", "b", "c", "d").takeWhile(s -> !s.equals("c")).toList() + "" + Stream.of(1, 2, 3, 4,
                1).dropWhile(x -> x < 3).toList() + Stream.of(5, 3, 5,
                1).distinct().sorted().skip(1).limit(2).toList());
        show(Stream.of(1, 2, 3).<String>mapMulti((x, sink) -> { for (int i = 0; i < x; i++) sink.accept(x + "" + i);
                }).toList());
        Stream<Integer> st = Stream.of(1);
        st.count();
        try {
            st.count();
        } catch (IllegalStateException e) {
            show(e.getMessage());
        }
        show(IntStream.range(0, 1000).parallel().map(x -> x * x % 17).sum() + " " + Arrays.asList(3, 1,
                2).parallelStream().sorted().map(String::valueOf).collect(Collectors.joining()));
        show(Stream.of("x").collect(Collector.of(StringBuilder::new, StringBuilder::append, StringBuilder::append,
                StringBuilder::toString, Collector.Characteristics.CONCURRENT)));
        show(es.parallelStream().collect(Collectors.groupingByConcurrent(Emp::dept,
                Collectors.counting())).entrySet().stream().sorted(Map.Entry.comparingByKey()).toList());
        Iterator<Integer> it = Stream.generate(new Supplier<Integer>() { int n; public Integer get() { return n++;
                } }).filter(x -> x % 2 == 1).iterator();
        it.next();
        show(it.next());
        show(Stream.of(1, 2, 3, 4).peek(x -> System.out.print("p" + x + " ")).anyMatch(x -> x == 2) + " "
                + Stream.empty().findFirst() + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " "
                + DoubleStream.of(1, 2, 4).average().getAsDouble());
        show(Stream.concat(Stream.of(1), Stream.of(2)).collect(Collectors.toUnmodifiableSet()).size() + " "
                + Arrays.stream(new int[] {1, 2, 3}, 1, 3).asLongStream().sum() + " " + "hello".chars().mapToObj(c ->
                "" + (char) c).collect(Collectors.groupingBy(Function.identity(), LinkedHashMap::new,
                Collectors.counting())));
    }
}
