// jdk: 21+
import java.util.List;
import java.util.Optional;

public class RecordPatterns {
    record Point(int x, int y) { }

    record Line(Point a, Point b) { }

    record Box<T>(T content) { }

    record Pair<A, B>(A a, B b) { }

    record Wide(long l, double d, float f, byte b, char c, short s, boolean z) { }

    record Throwing(int v) {
        @Override
        public int v() {
            throw new UnsupportedOperationException("accessor");
        }
    }

    record Arr(int[] ints, String... rest) { }

    sealed interface Opt<T> { }

    record Some<T>(T v) implements Opt<T> { }

    record None<T>() implements Opt<T> { }

    static String line(Object o) {
        return switch (o) {
            case Line(Point(var x1, var y1), Point(int x2, int y2)) when x1 == x2 -> "vertical " + (y2 - y1);
            case Line(Point(int x1, int y1), Point(int x2, int y2)) when y1 == y2 -> "horizontal " + (x2 - x1);
            case Line(Point p, Point(int x, int y)) -> "line from " + p + " to " + x + "," + y;
            case Line(Point p, var q) -> "half line " + p + q;
            case Point(int x, int y) -> "point " + x * y;
            default -> "?";
        };
    }

    static <T> String opts(Pair<Opt<T>, Opt<T>> p) {
        return switch (p) {
            case Pair<Opt<T>, Opt<T>>(Some<T>(var a), Some<T>(var b)) -> "both " + a + b;
            case Pair<Opt<T>, Opt<T>>(Some<T>(var a), None<T>()) -> "left " + a;
            case Pair<Opt<T>, Opt<T>>(None<T>(), Some<T> s) -> "right " + s.v();
            case Pair<Opt<T>, Opt<T>>(None<T> n, None<T> m) -> "none";
        };
    }

    static String box(Box<?> b) {
        if (b instanceof Box<?>(Box<?>(String s))) {
            return "boxed box of string " + s;
        }
        if (b instanceof Box<?>(Integer i) && i > 3) {
            return "int>3 " + i;
        }
        if (!(b instanceof Box<?>(var c))) {
            return "null box";
        }
        return "content " + c;
    }

    static <T extends Comparable<T>> T max(Pair<T, T> p) {
        return switch (p) {
            case Pair<T, T>(var a, var b) when a.compareTo(b) >= 0 -> a;
            case Pair<T, T>(var a, var b) -> b;
        };
    }

    public static void main(String[] args) {
        Point p = new Point(1, 2);
        for (Object o : new Object[] {new Line(p, new Point(1, 9)), new Line(p, new Point(7, 2)), new Line(p, new Point(5, 5)), new Line(p, null), new Line(null, p), p, "s"}) {
            System.out.println(line(o));
        }
        Opt<Integer> some = new Some<>(4);
        Opt<Integer> none = new None<>();
        System.out.println(opts(new Pair<>(some, some)) + opts(new Pair<>(some, none)) + opts(new Pair<>(none, some)) + opts(new Pair<>(none, none)));
        System.out.println(box(new Box<>(new Box<>("deep"))) + ", " + box(new Box<>(9)) + ", " + box(new Box<>(1)) + ", " + box(null) + ", " + box(new Box<>(null)));
        System.out.println(max(new Pair<>(3, 8)) + max(new Pair<>("z", "a")));
        Object w = new Wide(1L << 40, 2.5, 1.5f, (byte) -3, 'q', (short) 99, true);
        if (w instanceof Wide(long l, double d, float f, byte b, char c, short s, boolean z) && z) {
            System.out.println(l + " " + d + " " + f + " " + b + " " + c + " " + s);
        }
        try {
            if ((Object) new Throwing(1) instanceof Throwing(int v)) {
                System.out.println(v);
            }
        } catch (MatchException e) {
            System.out.println(e.getMessage() + " / " + e.getCause());
        }
        try {
            opts(new Pair<Opt<String>, Opt<String>>(null, new None<>()));
        } catch (MatchException e) {
            System.out.println(e.getMessage() + " " + e.getCause());
        }
        if ((Object) new Arr(new int[] {1, 2}, "a", "b") instanceof Arr(int[] i, String[] r) && r.length == i.length) {
            System.out.println(i[1] + r[1]);
        }
        int total = 0;
        for (Object o : List.of(new Point(1, 2), new Box<>(new Point(3, 4)), "x", Optional.empty())) {
            total += switch (o) {
                case Point(int x, int y) -> x + y;
                case Box<?>(Point(int x, int y)) -> 10 * (x + y);
                case String s -> 1000;
                default -> 5000;
            };
        }
        System.out.println(total);
    }
}
