import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Streams over boxed and primitive values. */
public class StreamPipeline {
    public static void main(String[] args) {
        long total = 0;
        for (int round = 0; round < 12; round++) {
            int offset = round;
            List<Integer> numbers = IntStream.range(0, 20_000).map(i -> i * 17 + offset).boxed().collect(Collectors.toList());
            Map<Integer, Long> groups = numbers.stream()
                .filter(n -> n % 3 != 0)
                .collect(Collectors.groupingBy(n -> n % 10, Collectors.counting()));
            total += groups.values().stream().mapToLong(Long::longValue).sum();
            total += numbers.stream().map(n -> n / 2).distinct().sorted().skip(100).limit(1000).mapToInt(Integer::intValue).sum();
        }
        System.out.println(total);
    }
}
