import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.*;

public class LambdaComposition {
    static <A, B, C> Function<A, Function<B, C>> curry(BiFunction<A, B, C> f) {
        return a -> b -> f.apply(a, b);
    }

    static <A, B, C> BiFunction<A, B, C> uncurry(Function<A, Function<B, C>> f) {
        return (a, b) -> f.apply(a).apply(b);
    }

    static <T> Supplier<T> memo(Supplier<T> s) {
        Object[] cell = new Object[1];
        boolean[] done = {false};
        return () -> {
            if (!done[0]) {
                cell[0] = s.get();
                done[0] = true;
            }
            @SuppressWarnings("unchecked")
            T t = (T) cell[0];
            return t;
        };
    }

    interface Rec<T> extends Function<Rec<T>, T> { }

    static <A, B> Function<A, B> fix(Function<Function<A, B>, Function<A, B>> f) {
        Rec<Function<A, B>> r = w -> f.apply(x -> w.apply(w).apply(x));
        return r.apply(r);
    }

    static <T> Function<T, T> times(int n, Function<T, T> f) {
        Function<T, T> out = Function.identity();
        for (int i = 0; i < n; i++) {
            out = out.andThen(f);
        }
        return out;
    }

    interface Parser<T> {
        Map.Entry<T, String> parse(String in);

        default <R> Parser<R> map(Function<? super T, ? extends R> f) {
            return in -> {
                var e = parse(in);
                return e == null ? null : Map.entry(f.apply(e.getKey()), e.getValue());
            };
        }

        default <R> Parser<R> then(Function<T, Parser<R>> f) {
            return in -> {
                var e = parse(in);
                return e == null ? null : f.apply(e.getKey()).parse(e.getValue());
            };
        }

        default Parser<T> or(Parser<T> o) {
            return in -> {
                var e = parse(in);
                return e != null ? e : o.parse(in);
            };
        }

        default Parser<List<T>> many() {
            return in -> {
                List<T> l = new ArrayList<>();
                String rest = in;
                for (var e = parse(rest); e != null; e = parse(rest)) {
                    l.add(e.getKey());
                    rest = e.getValue();
                }
                return Map.entry(l, rest);
            };
        }

        static Parser<Character> sat(Predicate<Character> p) {
            return in -> in.isEmpty() || !p.test(in.charAt(0)) ? null : Map.entry(in.charAt(0), in.substring(1));
        }
    }

    static int runs;

    public static void main(String[] args) {
        Function<Integer, Integer> inc = x -> x + 1;
        Function<Integer, Integer> dbl = x -> x * 2;
        System.out.println(inc.andThen(dbl).apply(5) + " " + inc.compose(dbl).apply(5) + " " + times(10, dbl).apply(1));
        System.out.println(curry((Integer a, Integer b) -> a - b).apply(10).apply(3) + " " + uncurry(curry(String::concat)).apply("x", "y"));
        Supplier<Integer> m = memo(() -> ++runs);
        System.out.println(m.get() + m.get() + m.get() + " " + runs);
        Function<Integer, Long> fib = fix(self -> n -> n < 2 ? (long) n : self.apply(n - 1) + self.apply(n - 2));
        System.out.println(fib.apply(15));
        Predicate<Integer> even = x -> x % 2 == 0;
        Predicate<Integer> pos = x -> x > 0;
        for (int i : new int[] {-2, -1, 0, 1, 2}) {
            System.out.print(even.and(pos).test(i) + "" + even.or(pos).test(i) + even.negate().test(i) + Predicate.isEqual(1).test(i) + " ");
        }
        System.out.println();
        BiFunction<Integer, Integer, Integer> add = Integer::sum;
        System.out.println(add.andThen(Integer::toBinaryString).apply(5, 6));
        Consumer<List<String>> c1 = l -> l.add("1");
        c1 = c1.andThen(l -> l.add("2")).andThen(c1);
        List<String> out = new ArrayList<>();
        c1.accept(out);
        System.out.println(out);
        IntUnaryOperator sq = x -> x * x;
        System.out.println(sq.andThen(x -> x + 1).compose(x -> x - 1).applyAsInt(5) + " " + IntUnaryOperator.identity().applyAsInt(9));
        LongUnaryOperator lu = x -> x << 1;
        DoubleUnaryOperator dv = x -> x / 3;
        System.out.println(lu.andThen(lu).applyAsLong(1L << 40) + " " + dv.compose(x -> x * 3 + 1).applyAsDouble(1));
        System.out.println(BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(4, 2) + " " + BinaryOperator.maxBy(Comparator.comparing(String::length)).apply("aa", "b"));
        IntPredicate ip = x -> x > 3;
        LongPredicate lp = x -> x < 0;
        DoublePredicate dp = Double::isNaN;
        BiPredicate<String, Integer> bp = (s, n) -> s.length() == n;
        System.out.println(ip.and(x -> x < 6).test(5) + "" + lp.negate().test(-1) + dp.or(x -> x == 1).test(1) + bp.negate().or((s, n) -> n == 0).test("", 0));
        Map<String, BinaryOperator<Double>> ops = new TreeMap<>(Map.of("+", Double::sum, "-", (a, b) -> a - b, "max", Math::max, "^", Math::pow));
        ops.forEach((k, v) -> System.out.print(k + v.apply(2.0, 3.0) + " "));
        System.out.println();
        Parser<Integer> digit = Parser.sat(Character::isDigit).map(ch -> ch - '0');
        Parser<Integer> number = digit.then(d -> digit.many().map(ds -> ds.stream().reduce(d, (a, b) -> a * 10 + b)));
        Parser<Integer> sum = number.then(a -> Parser.sat(ch -> ch == '+').then(p -> number).many().map(l -> a + l.stream().mapToInt(x -> x).sum()));
        System.out.println(sum.parse("12+30+400rest") + " " + sum.parse("x") + " " + sum.or(Parser.sat(ch -> true).map(ch -> -1)).parse("x"));
        Supplier<Function<Integer, Supplier<Integer>>> deep = () -> x -> () -> x * runs;
        System.out.println(deep.get().apply(21).get());
        ToIntBiFunction<String, String> tib = (a, b) -> a.compareTo(b);
        ObjLongConsumer<StringBuilder> olc = StringBuilder::append;
        StringBuilder sb = new StringBuilder();
        olc.accept(sb, 7L);
        BooleanSupplier bs = sb::isEmpty;
        System.out.println(tib.applyAsInt("b", "a") + " " + sb + bs.getAsBoolean());
        Function<Object, ? extends CharSequence> wild = Object::toString;
        System.out.println(wild.apply(12).length());
    }
}
