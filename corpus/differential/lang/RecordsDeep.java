import java.lang.reflect.*;
import java.util.*;

public class RecordsDeep {
    record Range(int lo, int hi) implements Comparable<Range> {
        static int made;
        Range {
            if (lo > hi) throw new IllegalArgumentException(String.format("%d > %d", lo, hi));
            made++;
        }
        Range(int x) {
            this(x, x);
        }
        int len() {
            return hi - lo;
        }
        public int compareTo(Range o) {
            return Comparator.comparingInt(Range::lo).thenComparingInt(Range::hi).compare(this, o);
        }
        static Range of(String s) {
            var p = s.split("-");
            return new Range(Integer.parseInt(p[0]), Integer.parseInt(p[1]));
        }
    }
    record All(byte a, short b, char c, int d, long e, float f, double g, boolean h, String i, int[] j,
            List<? extends Number> k) {}
    record Empty() {}
    record Gen<T extends Comparable<T>, U>(T t, U u, Gen<T, U>... rest) {
        @SafeVarargs Gen {}
    }
    record Over(String name) {
        @Override public String name() {
            return name.toUpperCase();
        }
        @Override public boolean equals(Object o) {
            return o instanceof Over x && x.name.equalsIgnoreCase(name);
        }
        @Override public int hashCode() {
            return 1;
        }
    }
    public static void main(String[] args) throws Exception {
        System.out.println(new Range(1, 2) + " " + new Range(3) + " " + Range.of("4-9").len() + " " + Range.made + " "
                + new Range(1, 2).equals(new Range(1, 2)) + " " + new Range(1, 2).hashCode());
        try {
            new Range(2, 1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        int[] arr = {1};
        All x = new All((byte) 1, (short) -2, 'c', 4, 5L, -0.0f, Double.NaN, true, null, arr, List.of(1)),
                y = new All((byte) 1, (short) -2, 'c', 4, 5L, -0.0f, Double.NaN, true, null, arr, List.of(1));
        System.out.println(x.equals(y) + " " + (x.hashCode() == y.hashCode()) + " "
                + x.toString().replaceAll("@[0-9a-f]+", "@") + " " + x.equals(new All((byte) 1, (short) -2, 'c', 4,
                5L, 0.0f, Double.NaN, true, null, arr, List.of(1))));
        System.out.println(new Empty() + " " + new Empty().hashCode() + " " + new Empty().equals(new Empty()));
        System.out.println(new Over("ab") + " " + new Over("ab").equals(new Over("AB")) + new Over("q").name());
        for (RecordComponent rc : All.class.getRecordComponents()) System.out.println(rc.getName() + ":"
                + rc.getType() + ":" + rc.getGenericType() + ":" + rc.getAccessor().getName());
        System.out.println(Arrays.toString(Gen.class.getDeclaredConstructors()) + " "
                + Gen.class.getRecordComponents()[2].getGenericType());
        Constructor<Range> ctor = Range.class.getDeclaredConstructor(int.class, int.class);
        System.out.println(ctor.newInstance(5, 6));
        try {
            ctor.newInstance(6, 5);
        } catch (InvocationTargetException e) {
            System.out.println(e.getCause() + " " + e.getMessage());
        }
        try {
            Field f = Range.class.getDeclaredField("lo");
            f.setAccessible(true);
            f.set(new Range(1), 2);
        } catch (IllegalAccessException e) {
            System.out.println(e.getMessage());
        }
        TreeSet<Range> ts = new TreeSet<>(List.of(new Range(3, 4), new Range(1, 9), new Range(1, 2)));
        System.out.println(ts + " " + ts.ceiling(new Range(2, 2)));
        record Local(int q) {
            int dbl() {
                return q * 2;
            }
        }
        System.out.println(new Local(4).dbl() + " " + Local.class.getName()
                + Modifier.toString(Local.class.getModifiers()));
        var g = new Gen<>("a", 1, new Gen<>("b", 2));
        System.out.println(g.rest()[0].t() + g.rest().length);
        System.out.println(Objects.hash(1, 2) + " " + Arrays.hashCode(new Object[] {1, 2}) + " "
                + Range.class.getRecordComponents()[0]);
    }
}
