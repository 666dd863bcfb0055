import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

public class StreamBasics {
    static String attempt(java.util.function.Supplier<Object> r) {
        try {
            return r.get() + " ";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + ":" + e.getMessage() + " ";
        }
    }

    public static void main(String[] args) {
        List<String> w = List.of("delta", "alpha", "charlie", "bravo", "echo", "alpha", "golf");
        System.out.println(w.stream().map(String::length).collect(Collectors.toList()));
        System.out.println(w.stream().filter(s -> s.length() == 5).sorted().distinct().collect(Collectors.joining(",", "[", "]")));
        System.out.println(w.stream().sorted(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder())).toList());
        System.out.println(w.stream().flatMap(s -> s.chars().mapToObj(c -> (char) c)).distinct().map(String::valueOf).collect(Collectors.joining()));
        System.out.println(w.stream().skip(2).limit(3).toList() + "" + w.stream().skip(100).toList() + w.stream().limit(0).toList());
        System.out.println(w.stream().reduce("", (a, b) -> a + b.charAt(0)) + w.stream().reduce((a, b) -> a.length() >= b.length() ? a : b) + w.stream().reduce(0, (a, s) -> a + s.length(), Integer::sum) + Stream.<String>empty().reduce((a, b) -> a));
        System.out.println(w.stream().anyMatch("echo"::equals) + "" + w.stream().allMatch(s -> s.length() > 3) + w.stream().noneMatch(String::isEmpty) + Stream.empty().allMatch(x -> false) + Stream.empty().anyMatch(x -> true));
        System.out.println(w.stream().findFirst() + "" + w.stream().filter(s -> s.startsWith("z")).findAny() + w.stream().min(Comparator.naturalOrder()) + w.stream().max(Comparator.comparing(String::length)) + w.stream().count());
        System.out.println(Stream.iterate(1, x -> x * 3).limit(8).toList() + "" + Stream.iterate(1, x -> x < 50, x -> x * 2).toList() + IntStream.iterate(10, x -> x - 3).takeWhile(x -> x > -5).boxed().toList());
        System.out.println(Stream.of(1, 2, 3, 10, 1, 2).takeWhile(x -> x < 5).toList() + "" + Stream.of(1, 2, 3, 10, 1, 2).dropWhile(x -> x < 5).toList() + Stream.concat(Stream.of(1), Stream.of(2, 3)).toList() + Stream.ofNullable(null).count() + Stream.of((Object) null).toList());
        StringBuilder log = new StringBuilder();
        List<Integer> r = Stream.of(5, 3, 8, 1, 9, 2).peek(x -> log.append("a").append(x).append(' ')).filter(x -> x > 2).peek(x -> log.append("b").append(x).append(' ')).map(x -> x * 2).limit(3).peek(x -> log.append("c").append(x).append(' ')).toList();
        System.out.println(r + " " + log);
        log.setLength(0);
        Stream.of(5, 3, 8, 1).peek(x -> log.append("p").append(x)).sorted().peek(x -> log.append("s").append(x)).anyMatch(x -> x >= 3);
        System.out.println(log);
        log.setLength(0);
        Optional<Integer> ff = Stream.iterate(1, x -> x + 1).peek(x -> log.append(x).append(' ')).filter(x -> x * x > 50).findFirst();
        System.out.println(ff + " " + log);
        log.setLength(0);
        Stream<Integer> lazy = Stream.of(1, 2).peek(x -> log.append("never"));
        System.out.println("[" + log + "]" + lazy.map(x -> x).count());
        Stream<Integer> once = Stream.of(1);
        once.forEach(x -> { });
        System.out.println(attempt(once::count));
        System.out.println(Stream.generate(new java.util.function.Supplier<Integer>() {
            int n = 0;

            @Override
            public Integer get() {
                return n++ * n;
            }
        }).limit(5).toList());
        System.out.println(Stream.of(List.of(1, 2), List.of(3), List.<Integer>of()).flatMap(List::stream).mapToInt(x -> x).sum() + Stream.of("a b", "c").flatMap(s -> Arrays.stream(s.split(" "))).toList().toString());
        System.out.println(Stream.of(1, 2, 3).<String>mapMulti((x, c) -> {
            for (int i = 0; i < x; i++) {
                c.accept(x + "." + i);
            }
        }).toList() + "" + Stream.of(1, "a", 2L, 'b').mapMulti((o, c) -> { if (o instanceof Number n) c.accept(n.intValue() * 10); }).toList());
        log.setLength(0);
        List.of(3, 1, 2).stream().sorted().forEachOrdered(x -> log.append(x));
        w.stream().unordered().sequential().map(s -> s.charAt(0)).forEach(log::append);
        System.out.println(log);
        System.out.println(Arrays.toString(w.stream().map(String::length).toArray()) + Arrays.toString(w.stream().toArray(String[]::new)) + Arrays.toString(Arrays.stream(new int[] {1, 2, 3}).map(x -> x * x).toArray()));
        try (Stream<Integer> cl = Stream.of(1).onClose(() -> System.out.print("closed1 ")).map(x -> x).onClose(() -> System.out.print("closed2 "))) {
            System.out.print(cl.count() + " ");
        }
        System.out.println();
        System.out.println(attempt(() -> Stream.of(1, 2, 0, 4).map(x -> 12 / x).toList()) + attempt(() -> List.of(1, 2, 2).stream().collect(Collectors.toMap(x -> x, x -> "v" + x))) + attempt(() -> Stream.of(3, null, 1).sorted().count() >= 0 ? "counted" : ""));
        System.out.println(Stream.<Integer>builder().add(7).add(8).build().map(x -> x / 2.0).toList() + "" + "b,a,c".chars().filter(Character::isLetter).mapToObj(c -> "" + (char) c).sorted(Comparator.reverseOrder()).toList());
        var it = Stream.of("x", "y").iterator();
        it.next();
        System.out.println(it.next() + it.hasNext() + Stream.of(1, 2, 3, 4).parallel().isParallel() + Stream.of(1).isParallel());
    }
}
