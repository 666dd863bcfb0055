import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

public class StaticDispatchGenerics {
    interface Visitor<R> {
        R num(int v);
        R add(Expr a, Expr b);
        R neg(Expr e);
    }

    interface Expr {
        <R> R accept(Visitor<R> v);
        static Expr num(int n) { return new Expr() { @Override public <R> R accept(Visitor<R> v) { return v.num(n); } }; }
        static Expr add(Expr a, Expr b) { return new Expr() { @Override public <R> R accept(Visitor<R> v) { return v.add(a, b); } }; }
        static Expr neg(Expr a) { return new Expr() { @Override public <R> R accept(Visitor<R> v) { return v.neg(a); } }; }
    }

    static class Eval implements Visitor<Integer> {
        @Override public Integer num(int v) { return v; }
        @Override public Integer add(Expr a, Expr b) { return a.accept(this) + b.accept(this); }
        @Override public Integer neg(Expr e) { return -e.accept(this); }
    }

    static class Show implements Visitor<String> {
        @Override public String num(int v) { return "" + v; }
        @Override public String add(Expr a, Expr b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; }
        @Override public String neg(Expr e) { return "-" + e.accept(this); }
    }

    static abstract class Builder<T, B extends Builder<T, B>> {
        protected final List<String> parts = new ArrayList<>();
        abstract B self();
        abstract T build();
        B with(String s) { parts.add(s); return self(); }
    }

    static class StrBuilder extends Builder<String, StrBuilder> {
        boolean loud;
        @Override StrBuilder self() { return this; }
        StrBuilder loud() { loud = true; return this; }
        @Override String build() { String s = String.join("-", parts); return loud ? s.toUpperCase() : s; }
    }

    static <K, V extends Comparable<? super V>> List<Map.Entry<K, V>> sorted(Map<K, V> m) {
        List<Map.Entry<K, V>> l = new ArrayList<>(m.entrySet());
        l.sort(Map.Entry.comparingByValue());
        return l;
    }

    static double sum(Collection<? extends Number> c) {
        double d = 0;
        for (Number n : c) d += n.doubleValue();
        return d;
    }

    static <T> void fill(List<? super T> l, T t, int n) { for (int i = 0; i < n; i++) l.add(t); }

    static <T, C extends Collection<T>> C into(Supplier<C> s, Iterable<? extends T> it) {
        C c = s.get();
        for (T t : it) c.add(t);
        return c;
    }

    static <A, B, R> Function<B, R> partial(BiFunction<? super A, ? super B, ? extends R> f, A a) { return b -> f.apply(a, b); }

    static void swapAny(List<?> l) { swapHelper(l); }

    private static <E> void swapHelper(List<E> l) { E t = l.get(0); l.set(0, l.get(1)); l.set(1, t); }

    static class Cell<T> {
        private T v;
        static int made;
        Cell(T v) { this.v = v; made++; }
        <U> Cell<U> map(Function<? super T, ? extends U> f) { return new Cell<>(f.apply(v)); }
        T get() { return v; }
        boolean is(Cell<?> o) { return v.equals(o.v); }
    }

    static class IntCell extends Cell<Integer> implements Comparable<IntCell> {
        IntCell(int i) { super(i); }
        @Override public int compareTo(IntCell o) { return get() - o.get(); }
        int twice() { return get() * 2; }
    }

    static <T> T first(T a, Object b) { return a; }

    @SafeVarargs
    static <T> T last(T... ts) { return ts[ts.length - 1]; }

    public static void main(String[] args) {
        Expr e = Expr.add(Expr.num(3), Expr.neg(Expr.add(Expr.num(4), Expr.num(5))));
        int val = e.accept(new Eval());
        System.out.println(e.accept(new Show()) + "=" + val);
        System.out.println(new StrBuilder().with("a").loud().with("b").build());
        System.out.println(sorted(new HashMap<>(Map.of("x", 3, "y", 1, "z", 2))) + " " + sum(List.of(1, 2.5, 3L)));
        List<Object> lo = new ArrayList<>();
        fill(lo, "s", 2);
        StaticDispatchGenerics.<Number>fill(lo, 5, 1);
        System.out.println(lo + " " + into(ArrayList::new, List.of(3, 1)) + StaticDispatchGenerics.<Comparable<?>, java.util.LinkedList<Comparable<?>>>into(java.util.LinkedList::new, List.of("m", 4)));
        System.out.println(partial((String a, Integer b) -> a.repeat(b), "ab").apply(3));
        List<String> sw = new ArrayList<>(List.of("p", "q"));
        swapAny(sw);
        System.out.println(sw);
        Cell<Integer> c = new Cell<>("four").map(String::length);
        System.out.println(c.get() + 1 + " " + c.is(new Cell<>(4)) + c.map(x -> x / 8.0).map(Object::toString).get() + Cell.made);
        IntCell ic = new IntCell(21);
        int un = ic.get();
        System.out.println(ic.twice() + un + " " + ic.compareTo(new IntCell(20)) + Collections.max(List.of(ic, new IntCell(99))).get());
        String s = first("typed", 5);
        long l = last(1L, 2L);
        Number n = last(1, 2.5);
        System.out.println(s + l + n + StaticDispatchGenerics.<Object>last("a", 1));
        Comparator<Cell<Integer>> by = Comparator.comparing(Cell::get);
        System.out.println(by.compare(c, ic));
        Map<String, List<Map<Integer, String>>> deep = new HashMap<>();
        deep.computeIfAbsent("k", k -> new ArrayList<>()).add(new HashMap<>(Map.of(1, "one")));
        for (Map<Integer, String> m : deep.get("k")) for (Map.Entry<Integer, String> en : m.entrySet()) System.out.println(en.getKey() + en.getValue().length());
        Integer[] boxes = {3, 1, 2};
        Arrays.sort(boxes, Collections.reverseOrder());
        int total = 0;
        for (int b : boxes) total = total * 10 + b;
        System.out.println(total);
    }
}
