// jdk: 21+
import java.util.List;

public class PatternSwitch {
    sealed interface Shape permits Circle, Square, Rect, Unit { }

    record Circle(double r) implements Shape { }

    record Square(double s) implements Shape { }

    record Rect(double w, double h) implements Shape { }

    enum Unit implements Shape { ONE, TWO }

    static double area(Shape s) {
        return switch (s) {
            case Circle c -> 3 * c.r() * c.r();
            case Square q -> q.s() * q.s();
            case Rect(double w, double h) when w == h -> -1;
            case Rect(var w, var h) -> w * h;
            case Unit.ONE -> 1;
            case Unit.TWO -> 2;
        };
    }

    static String type(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 100 -> "big " + i;
            case Integer i when i < 0 -> "neg " + i;
            case Integer i -> "int " + i;
            case Long l -> "long " + (l + 1);
            case String s when s.isEmpty() -> "empty";
            case String s -> "str " + s.length();
            case Character c -> "char " + (char) (c + 1);
            case int[] a -> "ints " + a.length;
            case Object[] a when a.length > 0 && a[0] instanceof String t -> "objs " + t;
            case List<?> l when l.contains(1) -> "has 1";
            case List<?> l -> "list " + l.size();
            case Unit u -> "unit " + u.ordinal();
            case Enum<?> e -> "enum " + e;
            case Class<?> c -> "class " + c.getSimpleName();
            default -> "other " + o;
        };
    }

    static String strings(String s) {
        return switch (s) {
            case "a", "b" -> "ab";
            case String t when t.length() > 5 -> "long " + t;
            case "c" -> "c";
            case null, default -> "null or default";
        };
    }

    static String old(Object o) {
        StringBuilder sb = new StringBuilder();
        switch (o) {
            case String s when s.startsWith("x"):
                sb.append("x-string ");
                break;
            case String s:
                sb.append("string ");
            default:
                sb.append("fell ");
        }
        return sb.toString();
    }

    enum Color { RED, GREEN, BLUE }

    static int colour(Color c) {
        return switch (c) {
            case RED -> 1;
            case GREEN -> 2;
            case Color x when x.name().length() == 4 -> 4;
            case BLUE -> throw new IllegalStateException();
            case Color x -> 5;
        };
    }

    static int guards;

    static boolean guard(int n, boolean b) {
        guards = guards * 10 + n;
        return b;
    }

    static String order(Object o) {
        guards = 0;
        String r = switch (o) {
            case Integer i when guard(1, i == 1) -> "one";
            case Number n when guard(2, n.intValue() == 2) -> "two";
            case Integer i when guard(3, i == 3) -> "three";
            case Number n when guard(4, true) -> "number";
            default -> "none";
        };
        return r + guards;
    }

    public static void main(String[] args) {
        for (Shape s : new Shape[] {new Circle(1), new Square(2), new Rect(2, 3), new Rect(2, 2), Unit.ONE, Unit.TWO}) {
            System.out.print(area(s) + " ");
        }
        System.out.println();
        for (Object o : new Object[] {null, 500, -5, 50, 5L, "", "abc", 'x', new int[3], new String[] {"t"}, new Object[0], List.of(1), List.of(2, 3), Unit.TWO, Color.RED, String.class, 2.5}) {
            System.out.println(o instanceof Object[] && ((Object[]) o).length == 0 ? "skip" : type(o));
        }
        for (String s : new String[] {"a", "b", "c", null, "zzzzzzzz", "d"}) {
            System.out.print(strings(s) + "; ");
        }
        System.out.println();
        System.out.println(old("xy") + old("y") + old(3));
        for (Color c : Color.values()) {
            System.out.print(colour(c) + " ");
        }
        System.out.println();
        for (Object o : new Object[] {1, 2, 3, 4, 2.0, "s"}) {
            System.out.print(order(o) + " ");
        }
        System.out.println();
        try {
            area(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
        try {
            old(null);
        } catch (NullPointerException e) {
            System.out.println("npe");
        }
    }
}
