import java.util.Arrays;
import java.util.List;

public class Varargs {
    static String f(Object... a) {
        return a == null ? "null array" : a.length + Arrays.deepToString(a);
    }

    static String g(int... a) {
        return "int" + Arrays.toString(a);
    }

    static String g(long a) {
        return "long" + a;
    }

    static String g(Integer... a) {
        return "Integer" + Arrays.toString(a);
    }

    static String h(String first, String... rest) {
        return first + rest.length;
    }

    static String h(String only) {
        return "single " + only;
    }

    static String k(char c, double... ds) {
        double t = 0;
        for (double d : ds) {
            t += d;
        }
        return c + "" + t;
    }

    @SafeVarargs
    static <T extends Comparable<T>> T max(T first, T... rest) {
        T m = first;
        for (T t : rest) {
            if (t.compareTo(m) > 0) {
                m = t;
            }
        }
        return m;
    }

    @SafeVarargs
    static <T> Class<?> type(T... ts) {
        return ts.getClass().getComponentType();
    }

    static <T> T[] pass(T... ts) {
        return ts;
    }

    static <T> T[] two(T a, T b) {
        return pass(a, b);
    }

    static int[] keep;

    static void alias(int... is) {
        keep = is;
        is[0]++;
    }

    static class Base {
        String m(Object... o) {
            return "base" + o.length;
        }
    }

    static class Sub extends Base {
        @Override
        String m(Object[] o) {
            return "sub" + o.length;
        }
    }

    final String s;

    Varargs(String... parts) {
        s = String.join("-", parts);
    }

    static int order(String... x) {
        return x.length;
    }

    static StringBuilder log = new StringBuilder();

    static String e(String s) {
        log.append(s);
        return s;
    }

    public static void main(String... args) {
        System.out.println(f() + f(1) + f(1, "a", 'c') + f((Object[]) null) + f((Object) null) + f(null, null) + f(new int[] {1, 2}) + f(new Integer[] {1, 2}) + f((Object) new Integer[] {1, 2}) + f(new String[0]) + f(new int[][] {{1}, {2}}));
        System.out.println(g(5L) + g('a') + g(new int[] {1, 2}) + g((Integer) 5) + g(new Integer[] {6}) + g(new int[0]));
        System.out.println(h("a") + h("a", "b") + h("a", new String[] {"x", "y", "z"}) + h("a", (String) null));
        System.out.println(k('x') + k('y', 1, 2L, 3f, 'a') + k('z', new double[] {0.5}));
        System.out.println(max(3, 9, 4) + max("q") + max(1.5, -2.0));
        System.out.println(type(1, 2) + " " + type("s") + " " + type() + " " + type(new int[0]) + " " + type(List.of(), List.of()));
        System.out.println(pass("a", "b").getClass().getSimpleName());
        try {
            String[] s = two("a", "b");
            System.out.println("not here " + s.length);
        } catch (ClassCastException e) {
            System.out.println("generic array is Object[]");
        }
        int[] mine = {1, 2};
        alias(mine);
        System.out.println(mine[0] + " " + (keep == mine));
        alias(7, 8);
        System.out.println(keep[0] + " " + keep.length);
        Base b = new Sub();
        System.out.println(b.m() + b.m(1, 2) + b.m((Object) null));
        System.out.println(new Varargs().s + "|" + new Varargs("a", "b").s + "|" + new Varargs("solo").s);
        System.out.println(order(e("1"), e("2"), e("3")) + log.toString());
        System.out.println(args.length + String.format("%s %s", new Object[] {1, 2}) + String.format("%s", (Object) new String[] {"q"}.length));
        System.out.println(Arrays.asList(1, 2).size() + " " + Arrays.asList(new int[] {1, 2}).size() + " " + Arrays.asList(new Integer[] {1, 2}).size() + " " + List.of(new String[] {"a", "b"}).size());
    }
}
