import java.util.*;
import java.util.function.*;

public class InnerClassCapturesDeep {
    private int x = 1;
    private static int sx = 100;
    class A {
        int x = 2;
        class B {
            int x = 3;
            String show(int x) {
                return x + " " + this.x + " " + A.this.x + " " + InnerClassCapturesDeep.this.x + " " + sx;
            }
            void bump() {
                InnerClassCapturesDeep.this.x++;
                A.this.x += 10;
                sx--;
            }
        }
        B make() {
            return new B();
        }
    }
    static class Base {
        final String n;
        Base(Supplier<String> s) {
            n = s.get();
        }
        Base() {
            this(() -> "dflt");
            init();
        }
        void init() {
            System.out.println("base init " + n);
        }
    }
    Base local(int p) {
        int q = p * 2;
        class L extends Base {
            int r = q + 1;
            L() {
                super(() -> "L" + q);
            }
            @Override public String toString() {
                return n + r + p + x;
            }
        }
        return new L();
    }
    interface Counter {
        int next();
        default Counter twice() {
            return () -> {
                next();
                return next();
            };
        }
    }
    static Counter counter(int start) {
        return new Counter() {
            int c = start;
            {
                c *= 2;
            }
            public int next() {
                return c++;
            }
        };
    }
    static List<Supplier<Integer>> closures() {
        List<Supplier<Integer>> l = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int j = i;
            l.add(() -> j * j);
        }
        for (int k : new int[] {7, 8}) l.add(() -> k);
        return l;
    }
    static <T, R> Function<T, R> memo(Function<T, R> f) {
        Map<T, R> m = new HashMap<>();
        return t -> m.computeIfAbsent(t, k -> { System.out.print("[" + k + "]"); return f.apply(k); });
    }
    Runnable self = () -> System.out.println("self " + x + (this.self != null));
    static class Sub extends InnerClassCapturesDeep.Outer2.In {
        Sub(Outer2 o) {
            o.super("q");
        }
    }
    static class Outer2 {
        String tag = "o2";
        class In {
            final String v;
            In(String v) {
                this.v = v + tag;
            }
        }
    }
    public static void main(String[] args) {
        InnerClassCapturesDeep o = new InnerClassCapturesDeep();
        A.B b = o.new A().new B();
        System.out.println(b.show(9));
        b.bump();
        System.out.println(b.show(8));
        System.out.println(o.new A().make().show(7));
        System.out.println(o.local(4));
        Base anon = new Base() {
            int v = 5;
            @Override void init() {
                System.out.println("anon init " + v + n);
            }
        };
        System.out.println(anon.n);
        Counter c = counter(5);
        c.next();
        System.out.println(c.next() + " " + c.twice().next() + " " + c.next());
        for (Supplier<Integer> s : closures()) System.out.print(s.get() + " ");
        System.out.println();
        Function<Integer, Integer> f = memo(n -> n * n);
        System.out.println(f.apply(3) + f.apply(3) + f.apply(4));
        o.self.run();
        System.out.println(new Sub(new Outer2()).v);
        Function<Integer, Function<Integer, Function<Integer, Integer>>> cur = p -> q -> r -> p * 100 + q * 10 + r;
        System.out.println(cur.apply(1).apply(2).apply(3));
        BiFunction<Integer, Integer, Integer>[] rec = new BiFunction[1];
        rec[0] = (m, n) -> n == 0 ? m : rec[0].apply(n, m % n);
        System.out.println(rec[0].apply(48, 36));
        Object[] os = {new Object() { public String toString() { return "anon" + sx; } }, (Supplier<String>) () ->
                "lam"};
        System.out.println(os[0] + ((Supplier<String>) os[1]).get());
        System.out.println(b.getClass().getName() + " " + b.getClass().getEnclosingClass().getSimpleName() + " "
                + o.local(1).getClass().getName() + " " + o.local(1).getClass().getEnclosingMethod().getName() + " "
                + o.local(1).getClass().isLocalClass() + " " + anon.getClass().getSimpleName().isEmpty() + " "
                + anon.getClass().isAnonymousClass() + " "
                + Arrays.toString(InnerClassCapturesDeep.class.getDeclaredClasses().length > 4 ? new int[] {1}
                : new int[0]));
        UnaryOperator<String> up = String::toUpperCase;
        Function<String, Integer> len = String::length;
        Supplier<List<String>> mk = ArrayList::new;
        IntFunction<int[]> arr = int[]::new;
        BiPredicate<String, String> eq = String::equals;
        Comparator<String> ci = String::compareToIgnoreCase;
        System.out.println(up.andThen(len).apply("abc") + mk.get().size() + arr.apply(3).length + " " + eq.test("a",
                "a") + ci.compare("A", "b") + Optional.of("z").map(String::toUpperCase)
                .filter("Z"::equals).isPresent());
    }
}
