// jdk: 25+
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

public class UnnamedVariables {
    record Point(int x, int y) { }

    record Line(Point a, Point b) { }

    sealed interface S permits A, B, C { }

    record A(int v) implements S { }

    record B(String s) implements S { }

    record C() implements S { }

    static String sw(S s) {
        return switch (s) {
            case A(int v) when v > 3 -> "A" + v;
            case A(_), C() -> "A or C";
            case B _ -> "B";
        };
    }

    static int opened;

    static class Res implements AutoCloseable {
        Res() {
            opened++;
        }

        @Override
        public void close() {
            System.out.println("closed " + opened);
        }
    }

    static int side(int n) {
        System.out.print("side" + n + " ");
        return n;
    }

    public static void main(String[] args) {
        int count = 0;
        for (var _ : List.of("a", "b", "c")) {
            count++;
        }
        for (int i = 0, _ = side(1); i < 2; i++) {
            count += 10;
        }
        System.out.println(count);
        var _ = side(2);
        int _ = side(3);
        System.out.println();
        try (var _ = new Res(); var _ = new Res()) {
            System.out.println("body");
        }
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException _) {
            System.out.println("bad number");
        }
        BiFunction<Integer, Integer, Integer> first = (a, _) -> a;
        BiFunction<Integer, Integer, Integer> none = (_, _) -> 42;
        System.out.println(first.apply(1, 2) + none.apply(3, 4));
        System.out.println(sw(new A(5)) + sw(new A(1)) + sw(new B("q")) + sw(new C()));
        Object o = new Line(new Point(1, 2), new Point(3, 4));
        if (o instanceof Line(Point(int x, _), _)) {
            System.out.println(x);
        }
        if (o instanceof Line(_, Point(_, var y))) {
            System.out.println(y);
        }
        System.out.println(new Line(null, null) instanceof Line(_, _));
        System.out.println((Object) new Line(null, null) instanceof Line(Point _, _));
        Map<Integer, Integer> m = new TreeMap<>(Map.of(1, 1, 2, 2));
        m.replaceAll((_, v) -> v * 7);
        m.computeIfAbsent(9, _ -> 99);
        System.out.println(m);
        int lines = "a\nb\nc".lines().mapToInt(_ -> 1).sum();
        System.out.println(lines);
    }
}
