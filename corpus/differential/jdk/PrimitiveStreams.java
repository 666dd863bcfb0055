import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

public class PrimitiveStreams {
    public static void main(String[] args) {
        java.util.Locale.setDefault(java.util.Locale.ROOT);
        System.out.println(IntStream.range(0, 5).sum() + " " + IntStream.rangeClosed(1, 5).reduce(1, (a, b) -> a * b) + " " + IntStream.range(5, 0).count() + " " + IntStream.of().sum() + " " + IntStream.empty().max() + " " + IntStream.of(3, 1, 2).max() + IntStream.of(3, 1, 2).min().getAsInt() + " " + IntStream.of(1, 2).average() + IntStream.empty().average());
        System.out.println(IntStream.of(3, 1, 2).summaryStatistics() + " " + IntStream.empty().summaryStatistics());
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1L, (a, b) -> a * b) + " " + LongStream.of(Long.MAX_VALUE, 1).sum() + " " + LongStream.range(0, 10).filter(x -> x % 3 == 0).boxed().toList() + LongStream.of(5, 6).summaryStatistics());
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7).sum() + " " + DoubleStream.of(1e308, 1e308, -1e308).sum() + " " + DoubleStream.of(1, Double.NaN).max() + DoubleStream.of(1, 2).average() + DoubleStream.empty().sum());
        DoubleSummaryStatistics ds = DoubleStream.of(1.5, -2.5, 4).summaryStatistics();
        System.out.println(ds.getMin() + " " + ds.getMax() + " " + ds.getSum() + " " + ds.getAverage() + " " + ds.getCount());
        System.out.println(IntStream.range(0, 5).mapToObj(i -> "s" + i).collect(Collectors.joining(",")) + IntStream.range(0, 3).asDoubleStream().boxed().toList() + IntStream.range(0, 3).asLongStream().sum() + IntStream.range(0, 3).mapToLong(i -> 1L << (i * 20)).boxed().toList() + IntStream.range(1, 4).mapToDouble(i -> 1.0 / i).boxed().toList());
        System.out.println(Arrays.toString(IntStream.of(5, 3, 5, 1).distinct().sorted().toArray()) + Arrays.toString(IntStream.iterate(1, i -> i * 2).limit(10).skip(3).toArray()) + Arrays.toString(DoubleStream.iterate(1, d -> d > 0.1, d -> d / 2).toArray()));
        System.out.println(IntStream.rangeClosed(1, 30).flatMap(a -> IntStream.rangeClosed(a, 30).filter(b -> Math.sqrt(a * a + b * b) % 1 == 0).map(b -> a * 100 + b)).boxed().toList());
        StringBuilder sb = new StringBuilder();
        IntStream.range(0, 6).peek(i -> sb.append('p').append(i)).filter(i -> i % 2 == 1).map(i -> i * i).takeWhile(i -> i < 20).forEach(i -> sb.append('f').append(i));
        System.out.println(sb);
        OptionalInt oi = IntStream.of(4, 8).filter(x -> x > 5).findFirst();
        OptionalDouble od = DoubleStream.empty().findAny();
        System.out.println(oi + " " + oi.orElse(-1) + od.isPresent() + od.orElseGet(() -> 2.5) + od);
        oi.ifPresentOrElse(x -> System.out.print("present " + x + " "), () -> System.out.print("absent "));
        try {
            od.getAsDouble();
        } catch (java.util.NoSuchElementException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(IntStream.range(0, 10).anyMatch(x -> x == 5) + "" + IntStream.range(0, 10).allMatch(x -> x < 5) + IntStream.range(0, 10).noneMatch(x -> x > 50) + IntStream.concat(IntStream.of(1), IntStream.of(2)).boxed().toList() + "abc".chars().mapToObj(Character::toString).toList());
        System.out.println(IntStream.range(2, 60).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().toList());
        System.out.println(IntStream.of(1, 2, 3).collect(StringBuilder::new, (s, i) -> s.append(i), StringBuilder::append) + " " + IntStream.rangeClosed(1, 4).mapMulti((i, c) -> { for (int k = 0; k < i; k++) c.accept(i); }).boxed().toList() + IntStream.builder().add(9).add(8).build().sum());
        System.out.println(IntStream.range(Integer.MAX_VALUE - 2, Integer.MAX_VALUE).boxed().toList() + "" + IntStream.rangeClosed(Integer.MAX_VALUE - 1, Integer.MAX_VALUE).count() + LongStream.rangeClosed(Long.MAX_VALUE, Long.MAX_VALUE).boxed().toList() + IntStream.rangeClosed(-2, 2).map(Math::abs).boxed().collect(Collectors.toList()));
        System.out.println(IntStream.generate(() -> 7).limit(3).sum() + " " + LongStream.iterate(1, x -> x < 1000, x -> x * 7).boxed().toList() + DoubleStream.of(3, 1).sorted().boxed().toList() + IntStream.of(1, 2, 3, 4).dropWhile(x -> x < 3).sum());
        int[] fib = new int[2];
        fib[1] = 1;
        System.out.println(IntStream.generate(() -> {
            int r = fib[0];
            fib[0] = fib[1];
            fib[1] += r;
            return r;
        }).takeWhile(x -> x < 200).boxed().toList());
        long inv = 0;
        int[] perm = {3, 1, 4, 0, 2};
        inv = IntStream.range(0, 5).mapToLong(i -> IntStream.range(i + 1, 5).filter(j -> perm[i] > perm[j]).count()).sum();
        System.out.println(inv);
    }
}
