import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public class RecordFeatures {
    record Point(int x, int y) implements Comparable<Point> {
        static final Point ORIGIN = new Point(0, 0);
        static int made;

        Point {
            made++;
            if (x < -1000) {
                throw new IllegalArgumentException("x too small: " + x);
            }
            y = Math.abs(y);
        }

        Point(int both) {
            this(both, both);
        }

        double dist() {
            return Math.sqrt(x * x + y * y);
        }

        @Override
        public int compareTo(Point o) {
            return x != o.x ? Integer.compare(x, o.x) : Integer.compare(y, o.y);
        }

        static Point of(String s) {
            String[] p = s.split(",");
            return new Point(Integer.parseInt(p[0]), Integer.parseInt(p[1]));
        }
    }

    record All(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t, Object o) { }

    record Empty() { }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> with(C c) {
            return new Pair<>(first, c);
        }

        static <T> Pair<T, T> twin(T t) {
            return new Pair<>(t, t);
        }
    }

    record Arr(int[] data, String... names) { }

    record Custom(String name) {
        @Override
        public String name() {
            return name.toUpperCase();
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Custom c && c.name.equalsIgnoreCase(name);
        }

        @Override
        public int hashCode() {
            return name.toLowerCase().hashCode();
        }
    }

    record D(double d) { }

    record F(float f) { }

    record Node(int v, Node next) { }

    interface HasName { String name(); default String hi() { return "hi " + name(); } }

    record Named(String name) implements HasName { }

    public static void main(String[] args) {
        Point p = new Point(3, -4);
        System.out.println(p + " " + p.x() + p.y() + " " + p.dist() + " " + p.equals(new Point(3, 4)) + " " + p.hashCode() + " " + new Point(5) + Point.of("7,8") + Point.made);
        try {
            new Point(-2000, 0);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage() + " " + Point.made);
        }
        System.out.println(p.compareTo(Point.ORIGIN) + " " + p.equals(null) + p.equals("x") + (p == p) + Point.ORIGIN.hashCode());
        All a = new All((byte) -1, (short) 300, 'c', 7, 1L << 40, 1.5f, -0.0, true, "t", null);
        All b = new All((byte) -1, (short) 300, 'c', 7, 1L << 40, 1.5f, 0.0, true, "t", null);
        System.out.println(a + " " + a.hashCode() + " " + b.hashCode() + " " + a.equals(b) + a.equals(new All((byte) -1, (short) 300, 'c', 7, 1L << 40, 1.5f, -0.0, true, "t", null)));
        System.out.println(new Empty() + " " + new Empty().equals(new Empty()) + new Empty().hashCode());
        Pair<String, Integer> pr = new Pair<>("k", 1);
        System.out.println(pr + " " + pr.with(List.of(1, 2)) + Pair.twin('z') + pr.equals(new Pair<>("k", 1)) + pr.hashCode() + new Pair<>(null, null) + new Pair<>(null, null).hashCode());
        int[] data = {1, 2};
        Arr r1 = new Arr(data, "n", "m");
        System.out.println(r1.equals(new Arr(data, r1.names())) + " " + r1.equals(new Arr(data.clone(), r1.names())) + Arrays.toString(r1.names()));
        data[0] = 99;
        System.out.println(r1.data()[0]);
        System.out.println(new Custom("Abc") + " " + new Custom("Abc").name() + new Custom("aBC").equals(new Custom("AbC")) + new HashSet<>(List.of(new Custom("q"))).contains(new Custom("Q")));
        System.out.println(new D(Double.NaN).equals(new D(0.0 / 0.0)) + " " + new D(0.0).equals(new D(-0.0)) + " " + new D(Double.NaN).hashCode() + " " + new D(1.5).hashCode() + new D(Double.POSITIVE_INFINITY));
        System.out.println(new F(Float.NaN).equals(new F(Float.intBitsToFloat(0x7fc00123))) + " " + new F(0f).equals(new F(-0f)) + " " + new F(1e10f));
        Node list = new Node(1, new Node(2, new Node(3, null)));
        System.out.println(list + " " + list.hashCode() + list.equals(new Node(1, new Node(2, new Node(3, null)))));
        System.out.println(new Named("bob").hi() + new Named(null));
        record Local(int q, Point p) {
            Local {
                q *= 2;
            }
        }
        Set<Local> set = new HashSet<>();
        for (int i = 0; i < 6; i++) {
            set.add(new Local(i % 3, new Point(i % 2)));
        }
        System.out.println(set.size() + " " + new Local(4, p) + (new Local(1, p) instanceof Record));
        Point[] ps = {new Point(2, 1), new Point(1, 9), new Point(1, 2)};
        Arrays.sort(ps);
        System.out.println(Arrays.toString(ps));
    }
}
