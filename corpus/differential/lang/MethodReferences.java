import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

public class MethodReferences {
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); }

    interface Quad { String go(int a, long b, String c, Object d); }

    static class Base {
        String id() { return "base"; }
        static String st(String s) { return "st" + s; }
    }

    static class Derived extends Base {
        final String n;
        Derived() { this("none"); }
        Derived(String n) { this.n = n; }
        Derived(String n, int k) { this(n + k); }
        @Override String id() { return "derived" + n; }
        Supplier<String> sup() { return super::id; }
        Supplier<String> own() { return this::id; }
        String join(String a, String b) { return n + a + b; }
        class In { final int v; In(int v) { this.v = v; } @Override public String toString() { return n + v; } }
        IntFunction<In> makeIn() { return In::new; }
    }

    static String vary(Object... os) { return os.length + Arrays.toString(os); }

    static int sum(int... is) { return Arrays.stream(is).sum(); }

    static <T> List<T> listOf(T a, T b) { return new ArrayList<>(Arrays.asList(a, b)); }

    static int evals;

    static String receiver() {
        evals++;
        return "recv";
    }

    private static int priv(int x) { return x * x; }

    public static void main(String[] args) {
        Function<String, Integer> len = String::length;
        Function<String, String> bound = "prefix"::concat;
        BiFunction<String, String, Boolean> unbound2 = String::equals;
        Comparator<String> cmp = String::compareToIgnoreCase;
        ToIntFunction<String> parse = Integer::parseInt;
        Supplier<Derived> c0 = Derived::new;
        Function<String, Derived> c1 = Derived::new;
        BiFunction<String, Integer, Derived> c2 = Derived::new;
        System.out.println(len.apply("four") + bound.apply("!") + unbound2.apply("a", "a") + cmp.compare("A", "b") + parse.applyAsInt("-12"));
        System.out.println(c0.get().id() + c1.apply("x").id() + c2.apply("y", 5).id());
        Tri<Derived, String, String, String> tri = Derived::join;
        System.out.println(tri.apply(new Derived("d"), "1", "2"));
        IntFunction<int[]> arr = int[]::new;
        Function<Integer, String[][]> arr2 = String[][]::new;
        System.out.println(arr.apply(3).length + arr2.apply(2).getClass().getSimpleName());
        try {
            arr.apply(-1);
        } catch (NegativeArraySizeException e) {
            System.out.println(e.getMessage());
        }
        Derived d = new Derived("q");
        System.out.println(d.sup().get() + d.own().get() + d.makeIn().apply(9));
        Function<Base, String> virt = Base::id;
        System.out.println(virt.apply(new Base()) + virt.apply(d));
        Quad q = MethodReferences::vary;
        Supplier<String> v0 = MethodReferences::vary;
        Function<Object[], String> vArr = MethodReferences::vary;
        BinaryOperator<Integer> s2 = MethodReferences::sum;
        IntUnaryOperator s1 = MethodReferences::sum;
        System.out.println(q.go(1, 2L, "c", null) + v0.get() + vArr.apply(new Object[] {1, 2}) + s2.apply(3, 4) + s1.applyAsInt(5));
        BiFunction<String, String, List<String>> gl = MethodReferences::<String>listOf;
        System.out.println(gl.apply("m", "n"));
        Supplier<Integer> once = receiver()::length;
        once.get();
        once.get();
        System.out.println(evals + " " + once.get());
        String nul = null;
        try {
            Supplier<Integer> bad = nul::length;
            System.out.println("not here");
        } catch (NullPointerException e) {
            System.out.println("bound null fails early");
        }
        Function<String, Integer> lateNull = String::length;
        try {
            lateNull.apply(null);
        } catch (NullPointerException e) {
            System.out.println("unbound null fails late");
        }
        Consumer<String> adds = new ArrayList<String>()::add;
        adds.accept("ignored result");
        Runnable disc = d::id;
        disc.run();
        Supplier<ArrayList<String>> gen = ArrayList::new;
        Function<Integer, ArrayList<String>> gen2 = ArrayList::new;
        System.out.println(gen.get().size() + gen2.apply(10).size());
        UnaryOperator<String> up = String::toUpperCase;
        Predicate<String> emp = String::isEmpty;
        System.out.println(up.andThen(String::length).compose((Object o) -> o + "!").apply(12) + " " + emp.negate().and(Predicate.not(String::isBlank)).test(" "));
        IntUnaryOperator p = MethodReferences::priv;
        System.out.println(p.andThen(p).compose(p).applyAsInt(2));
        System.out.println(Arrays.asList(3, 1, 2).stream().sorted(Comparator.comparing(Integer::intValue).reversed()).map(String::valueOf).reduce("", String::concat));
        Function<Object, String> ts = Object::toString;
        Function<int[], Object> cl = int[]::clone;
        System.out.println(ts.apply(List.of(1)) + ((int[]) cl.apply(new int[] {7, 8}))[1]);
        Supplier<Supplier<String>> ss = () -> d::id;
        System.out.println(ss.get().get() + Base.st("a") + ((Function<String, String>) Base::st).apply("b"));
        Function<String, Function<String, String>> cur = a -> a::concat;
        System.out.println(cur.apply("l").apply("r"));
    }
}
