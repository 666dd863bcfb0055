import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

public class JucParallelStream {
    // an exception from another thread of the pool may come wrapped in one of its own class
    static String root(Throwable t) {
        while (t.getCause() != null) {
            t = t.getCause();
        }
        return t.getMessage();
    }

    public static void main(String[] args) throws Exception {
        System.out.println(IntStream.rangeClosed(1, 1000).parallel().sum() + " "
                + LongStream.range(0, 500).parallel().map(x -> x * x).reduce(0, Long::sum) + " "
                + IntStream.range(0, 100).parallel().filter(i -> i % 7 == 0).count() + " "
                + IntStream.range(1, 50).parallel().mapToObj(Integer::toString).collect(Collectors.joining()).length());
        List<Integer> src = IntStream.range(0, 200).boxed().collect(Collectors.toList());
        // encounter order is kept where it matters
        System.out.println(src.parallelStream().map(x -> x * 3).filter(x -> x % 2 == 0).limit(8).collect(Collectors.toList()));
        System.out.println(src.parallelStream().skip(190).collect(Collectors.toList()));
        System.out.println(src.parallelStream().findFirst().get() + " " + src.parallelStream().filter(x -> x > 50).findFirst().get());
        System.out.println(src.parallelStream().sorted(Comparator.reverseOrder()).limit(5).collect(Collectors.toList()));
        System.out.println(Arrays.toString(src.parallelStream().filter(x -> x % 40 == 0).toArray()));
        StringBuilder sb = new StringBuilder();
        src.parallelStream().filter(x -> x < 20).forEachOrdered(x -> sb.append(x).append(' '));
        System.out.println(sb.toString().trim());
        AtomicInteger sum = new AtomicInteger();
        src.parallelStream().forEach(sum::addAndGet);
        System.out.println(sum);

        System.out.println(src.parallelStream().mapToInt(x -> x).summaryStatistics());
        System.out.println(src.parallelStream().reduce(0, (a, b) -> a + b) + " " + src.parallelStream().reduce(Integer::max).get() + " "
                + src.parallelStream().reduce("", (s, x) -> x % 50 == 0 ? s + x + ";" : s, String::concat));
        System.out.println(src.parallelStream().anyMatch(x -> x == 77) + " " + src.parallelStream().allMatch(x -> x < 200) + " "
                + src.parallelStream().noneMatch(x -> x < 0) + " " + src.parallelStream().min(Integer::compare).get());
        Map<Integer, Long> groups = src.parallelStream().collect(Collectors.groupingBy(x -> x % 5, TreeMap::new, Collectors.counting()));
        System.out.println(groups);
        Map<Boolean, List<Integer>> parts = src.parallelStream().filter(x -> x < 10).collect(Collectors.partitioningBy(x -> x % 2 == 0));
        System.out.println(parts);
        ConcurrentMap<Integer, Integer> cm = src.parallelStream().unordered()
                .collect(Collectors.groupingByConcurrent(x -> x % 3, Collectors.summingInt(x -> x)));
        System.out.println(new TreeMap<>(cm));
        ArrayList<Integer> mutable = src.parallelStream().collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
        System.out.println(mutable.equals(src));
        System.out.println(src.parallelStream().map(x -> x % 10).distinct().collect(Collectors.toList()));
        System.out.println(Stream.of("b", "a", "c").parallel().sorted().collect(Collectors.joining(",", "[", "]")));
        System.out.println(src.parallelStream().takeWhile(x -> x < 5).collect(Collectors.toList()) + " "
                + src.parallelStream().dropWhile(x -> x < 196).collect(Collectors.toList()));
        System.out.println(src.parallelStream().flatMap(x -> x < 4 ? Stream.of(x, -x) : Stream.empty()).collect(Collectors.toList()));
        System.out.println(src.parallelStream().collect(Collectors.toMap(x -> x, x -> x * x)).get(15) + " "
                + src.parallelStream().collect(Collectors.averagingInt(x -> x)));
        System.out.println(Stream.iterate(1, x -> x * 2).parallel().limit(10).collect(Collectors.toList()));

        // exceptions come out
        try {
            src.parallelStream().forEach(x -> {
                if (x == 123) {
                    throw new IllegalStateException("at " + x);
                }
            });
        } catch (IllegalStateException e) {
            System.out.println(root(e));
        }
        System.out.println(src.stream().parallel().isParallel() + " " + src.parallelStream().sequential().isParallel());
        // each element exactly once
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger dup = new AtomicInteger();
        src.parallelStream().forEach(x -> {
            if (!seen.add(x)) {
                dup.incrementAndGet();
            }
        });
        System.out.println(seen.size() + " dup " + dup + " " + new HashSet<>(src).equals(seen));
        // in a pool of one's own
        ForkJoinPool p = new ForkJoinPool(2);
        System.out.println(p.submit(() -> src.parallelStream().mapToLong(x -> x).sum()).get());
        p.shutdown();
        System.out.println(p.awaitTermination(1, java.util.concurrent.TimeUnit.HOURS));
        // nested
        System.out.println(IntStream.range(0, 10).parallel().map(i -> IntStream.range(0, 10).parallel().map(j -> i * j).sum()).sum());
    }
}
