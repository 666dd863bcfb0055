import java.util.Arrays;

public class ObjectsAsArraysAndInterfaces {
    interface Named { String toString(); boolean equals(Object o); int hashCode(); }

    static class Plain implements Named {
        @Override public String toString() { return "plain"; }
        @Override public boolean equals(Object o) { return o instanceof Named; }
        @Override public int hashCode() { return 17; }
    }

    static class Liar {
        @Override public boolean equals(Object o) { return true; }
        @Override public int hashCode() { return 0; }
    }

    static class Overload {
        public boolean equals(Overload o) { return true; }
    }

    static <T extends Object & Comparable<T>> int cmp(T a, T b) { return a.compareTo(b); }

    static Object[] asArray(Object o) {
        return o instanceof Object[] a ? a : new Object[] {o};
    }

    public static void main(String[] args) {
        int[] a = {1, 2};
        Object o = a;
        System.out.println(o.equals(a) + "" + o.equals(a.clone()) + (o.hashCode() == a.hashCode()) + o.getClass().getSimpleName() + a.length + ((int[]) o)[1]);
        Named n = new Plain();
        System.out.println(n + "" + n.equals(new Plain()) + n.equals("x") + n.hashCode() + n.getClass().getSimpleName());
        Runnable r = () -> { };
        System.out.println(r.equals(r) + "" + r.equals(null) + ((Object) r.getClass() != Object.class) + (r.toString() != null));
        System.out.println(new Liar().equals(null) + "" + "x".equals(new Liar()) + new Liar().equals("x") + Arrays.asList(1, 2).contains(new Liar()) + Arrays.asList(new Liar()).contains(1) + Arrays.asList(new Liar()).indexOf("z"));
        Overload p = new Overload();
        Object q = new Overload();
        System.out.println(p.equals(new Overload()) + "" + p.equals(q) + q.equals(p));
        System.out.println(cmp("a", "b") + cmp(5, 3) + asArray("s").length + asArray(new String[] {"x", "y"}).length + asArray(new int[5]).length);
        Object[] objs = {1, 1L, 1.0, 1f, '1', "1", (byte) 1, (short) 1, true, null, new int[0], Object.class};
        StringBuilder sb = new StringBuilder();
        for (Object x : objs) {
            for (Object y : objs) {
                sb.append(x == y ? '=' : x != null && x.equals(y) ? 'e' : '.');
            }
            sb.append(x == null ? "" : x.getClass().getSimpleName()).append(' ');
        }
        System.out.println(sb);
        for (Object x : objs) {
            String kind;
            if (x instanceof Number num) {
                kind = "num" + num.intValue();
            } else if (x instanceof Comparable<?> c) {
                kind = "cmp" + c;
            } else if (x instanceof Cloneable) {
                kind = "cloneable";
            } else if (x == null) {
                kind = "null";
            } else {
                kind = "other";
            }
            System.out.print(kind + " ");
        }
        System.out.println();
        CharSequence cs = "chars";
        CharSequence sb2 = new StringBuilder("chars");
        System.out.println(cs.equals(sb2) + "" + sb2.equals(cs) + (CharSequence.compare(cs, sb2)) + cs.toString().equals(sb2.toString()) + cs.chars().sum() + sb2.subSequence(1, 3) + cs.isEmpty());
        CharSequence custom = new CharSequence() {
            @Override public int length() { return 3; }
            @Override public char charAt(int i) { return (char) ('x' + i); }
            @Override public CharSequence subSequence(int s, int e) { return "sub" + s + e; }
            @Override public String toString() { return "xyz"; }
        };
        System.out.println(new StringBuilder().append(custom).append(custom, 1, 2).append('|').append(String.join("-", custom, "end")) + " " + "axyzb".contains(custom) + "xyz".contentEquals(custom) + custom.chars().sum() + "axyz".replace(custom, "!") + custom.isEmpty());
        Object[][] nested = new Integer[2][2];
        try {
            nested[0] = new String[2];
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        Object[] lvl = nested;
        lvl[1] = new Integer[] {4, 5, 6};
        System.out.println(nested[1].length + "" + nested[1][2]);
    }
}
