import java.util.*;
import java.util.function.*;

/** Ordinary Java: boxes, records, enums, text, collections, lambdas. Above each method stands its answer. */
public class Everyday {
    // @violated AssertionError 32
    static void overflowInt(int a) {
        if (a > 0) { int s = a + a; assert s > 0; }
    }

    // @violated AssertionError 10
    static void boxCache(int a) {
        Integer x = a, y = a;
        assert x == y || a > 127 || a < -128;
        assert x == y;
    }

    // @proved 8
    static void boxSmall(byte a) {
        Integer x = (int) a, y = (int) a;
        assert x == y;
        assert x.equals(y);
    }

    record Point(int x, int y) { Point { if (x < 0) throw new IllegalArgumentException(); } int sum() { return x + y; } }

    // @violated IllegalArgumentException 8
    static void recordThrows(int x) {
        new Point(x, 0);
    }

    // @proved 8
    static void recordSum(int x) {
        if (x >= 0 && x < 10) { Point p = new Point(x, 2); assert p.sum() == x + 2 && p.x() == x; }
    }

    // @proved 8
    static void recordEquals(int x) {
        if (x >= 0) { Point p = new Point(x, 1), q = new Point(x, 1); assert p.equals(q); }
    }

    record Entry(String key, long count, Point at) {}

    // @proved 8
    static void recordsOfTextsAreEqual(String key, int n) {
        if (n < 0 || n > 50) return;
        Entry e = new Entry(key, n, new Point(n, 1));
        assert e.equals(new Entry(key, n, new Point(n, 1))) && e.equals(e) && !e.equals(null);
        assert !e.equals(new Entry(key, n, null)) && !e.equals(new Entry(key, n + 1, e.at()));
    }

    // @violated AssertionError 8
    static void recordsOfTextsDiffer(String key) {
        assert new Entry("a", 1, null).equals(new Entry(key == null ? "a" : key, 1, null));
    }

    enum Colour { RED, GREEN, BLUE; Colour next() { return values()[(ordinal() + 1) % values().length]; } }

    // @proved 8
    static void enumNext(int n) {
        Colour c = n == 0 ? Colour.RED : n == 1 ? Colour.GREEN : Colour.BLUE;
        assert c.next().next().next() == c;
    }

    // @violated AssertionError 8
    static void enumSwitch(int n) {
        Colour c = n == 0 ? Colour.RED : n == 1 ? Colour.GREEN : Colour.BLUE;
        int v = switch (c) { case RED -> 1; case GREEN -> 2; case BLUE -> 3; };
        assert v < 3;
    }

    // @violated AssertionError 8
    static void stringLength(boolean b) {
        String s = b ? "abc" : "de";
        assert s.length() == 3;
    }

    // @proved 8
    static void stringCharAt(int i) {
        String s = "hello";
        if (i >= 0 && i < s.length()) { char c = s.charAt(i); assert c == 'h' || c == 'e' || c == 'l' || c == 'o'; }
    }

    // @violated StringIndexOutOfBoundsException 8
    static void stringOut(int i) {
        String s = "hello";
        if (i > 2) s.charAt(i);
    }

    // @violated AssertionError 8
    static void stringSwitch(int n) {
        String s = n == 0 ? "a" : n == 1 ? "b" : "c";
        int v = switch (s) { case "a" -> 1; case "b" -> 2; default -> 3; };
        assert v != 2;
    }

    // @violated AssertionError 8
    static void parsed(String s) {
        if (s == null || s.length() != 2) return;
        int v = 0;
        for (int i = 0; i < s.length(); i++) { char c = s.charAt(i); if (c < '0' || c > '9') return; v = v * 10 + c - '0'; }
        assert v != 42;
    }

    // @violated StringIndexOutOfBoundsException 8
    static void firstChar(String s) {
        if (s != null && s.charAt(0) == 'x') return;
    }

    // @violated AssertionError 8
    static void command(String s) {
        if (s == null) return;
        boolean known = switch (s) { case "go", "no" -> true; default -> false; };
        assert !known;
    }

    // @proved 8
    static void stringEquals(boolean b) {
        String s = b ? "x" : "y";
        assert s.equals("x") == b;
    }

    // @violated AssertionError 8
    static void arrayList(int a, int b) {
        List<Integer> l = new ArrayList<>();
        l.add(a);
        l.add(b);
        assert l.get(0) <= l.get(1);
    }

    // @violated IndexOutOfBoundsException 8
    static void arrayListOut(int i) {
        List<Integer> l = new ArrayList<>();
        l.add(1);
        l.get(i);
    }

    // @proved 8
    static void arrayListSum(int a) {
        if (a >= 0 && a < 20) { List<Integer> l = new ArrayList<>(); l.add(a); l.add(2); int s = 0; for (int x : l) s += x; assert s == a + 2; }
    }

    // @violated AssertionError 8
    static void hashMap(int k) {
        Map<Integer, Integer> m = new HashMap<>();
        m.put(1, 10);
        m.put(k, 20);
        assert m.get(1) == 10;
    }

    // @proved 8
    static void builder(boolean b) {
        StringBuilder s = new StringBuilder();
        s.append('a');
        if (b) s.append('b');
        assert s.length() == (b ? 2 : 1);
    }

    // @violated AssertionError 8
    static void lambda(int a) {
        IntUnaryOperator f = x -> x + 1;
        assert f.applyAsInt(a) != 5;
    }

    // @violated AssertionError 8
    static void supplier(int a) {
        Supplier<Integer> f = () -> a;
        assert f.get() != 7;
    }

    // @proved 8
    static void innerClass(int a) {
        class Acc { int t; void add(int x) { t += x; } }
        Acc acc = new Acc();
        acc.add(a);
        acc.add(0);
        assert acc.t == a;
    }

    interface Shape { default int area() { return side() * side(); } int side(); }

    // @proved 8
    static void defaults(int a) {
        if (a >= 0 && a < 5) { Shape s = () -> a; assert s.area() == a * a; }
    }

    // @violated AssertionError 40
    static void longOverflow(int a) {
        long l = (long) a * 4;
        int i = a * 4;
        assert l == i;
    }

    // @violated AssertionError 8
    static void finallyOrder(int a) {
        int r = tryIt(a);
        assert r != 3;
    }
    private static int tryIt(int a) {
        try { if (a == 4) throw new RuntimeException(); return 1; } catch (RuntimeException e) { return 2; } finally { if (a == 5) return 3; }
    }

    // @violated AssertionError 8
    static void palindrome(char[] s) {
        if (s == null || s.length != 3) return;
        boolean p = true;
        for (int i = 0, j = s.length - 1; i < j; i++, j--) if (s[i] != s[j]) p = false;
        assert !p;
    }

    // @violated NumberFormatException 8
    static int parse(char[] s) {
        if (s == null) return 0;
        int v = 0;
        for (char c : s) { if (c < '0' || c > '9') throw new NumberFormatException(); v = v * 10 + (c - '0'); }
        return v;
    }

    // @proved 8
    static void matrix(int a) {
        int[][] m = new int[2][2];
        m[1][0] = a;
        assert m[1][0] == a && m[0][1] == 0;
    }

    // @proved 8
    static void ternary(int a, int b) {
        int m = Math.max(a, b);
        assert m >= a && m >= b && (m == a || m == b);
    }

    // @violated AssertionError 32
    static void abs(int a) {
        assert Math.abs(a) >= 0;
    }

    // @violated ArithmeticException 32
    static void exact(int a, int b) {
        Math.addExact(a, b);
    }

    // Other objects than of class Object itself are left out.
    // @bounded 8
    static void instance(Object o) {
        if (o instanceof Integer i) assert i != null;
    }

    sealed interface Expr permits Num, Add {}
    record Num(int v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    static int eval(Expr e) {
        if (e instanceof Num n) return n.v();
        Add a = (Add) e;
        return eval(a.l()) + eval(a.r());
    }
    // @violated AssertionError 8
    static void expr(int a, int b) {
        assert eval(new Add(new Num(a), new Add(new Num(b), new Num(1)))) != 5;
    }

    // @proved 8
    static void generics(int a) {
        Box<Integer> b = new Box<>(a);
        assert b.get() == a;
    }
    static class Box<T> { private final T t; Box(T t) { this.t = t; } T get() { return t; } }

    // @proved 8
    static void arraysFill(int a) {
        int[] x = new int[3];
        Arrays.fill(x, a);
        assert x[2] == a;
    }

    // @violated AssertionError 8
    static void concat(int a) {
        String s = "x" + a;
        assert s.length() < 3;
    }

    // @bounded 8
    static void chars(char c) {
        if (Character.isDigit(c) && c < 128) assert c >= '0' && c <= '9';
    }

    // @proved 8
    static void deque(int a) {
        Deque<Integer> d = new ArrayDeque<>(4);
        d.push(a);
        d.push(1);
        assert d.pop() == 1 && d.pop() == a;
    }

    // @bounded 8
    static void cloned(int[] a) {
        if (a == null || a.length == 0) return;
        int[] c = a.clone();
        c[0]++;
        assert c != a && c.length == a.length && c[0] != a[0];
    }

    // @proved 8
    static void optional(int a) {
        Optional<Integer> o = a > 0 ? Optional.of(a) : Optional.empty();
        assert o.isPresent() == (a > 0);
    }
}
