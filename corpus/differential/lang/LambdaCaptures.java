import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

public class LambdaCaptures {
    int inst = 10;
    static int stat = 20;
    final Supplier<String> inField = () -> "field" + inst + stat;
    static final Supplier<Integer> IN_STATIC = () -> stat * 2;
    final IntSupplier fromCtor;

    LambdaCaptures(int arg) {
        int local = arg * 2;
        fromCtor = () -> local + arg + inst++;
    }

    Supplier<String> all(byte b, short s, char c, int i, long l, float f, double d, boolean z, String t, Object o, int[] arr) {
        return () -> "" + b + s + c + i + l + f + d + z + t + o + arr.length + inst;
    }

    IntFunction<IntFunction<IntSupplier>> curried() {
        return a -> b -> () -> a * 100 + b * 10 + inst++;
    }

    static Runnable nested(String x) {
        int n = x.length();
        return () -> {
            String y = x + n;
            Runnable inner = () -> {
                long z = y.length();
                LongSupplier deepest = () -> z + n + stat;
                System.out.println(x + y + z + deepest.getAsLong());
            };
            inner.run();
        };
    }

    static List<Supplier<Integer>> loop() {
        List<Supplier<Integer>> out = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int j = i * i;
            out.add(() -> j);
            for (int k : new int[] {i, i + 10}) {
                out.add(() -> k * 2 + j);
            }
        }
        return out;
    }

    static Function<Integer, Integer> fact;
    static { fact = n -> n <= 1 ? 1 : n * fact.apply(n - 1); }

    static Supplier<Supplier<Supplier<String>>> tower(double d) {
        return () -> () -> () -> "tower" + d;
    }

    class Inner {
        int own = 3;

        IntSupplier sum() {
            return () -> own++ + inst++;
        }
    }

    public static void main(String[] args) {
        LambdaCaptures o = new LambdaCaptures(7);
        System.out.println(o.inField.get() + " " + IN_STATIC.get() + " " + o.fromCtor.getAsInt() + " " + o.fromCtor.getAsInt() + " " + o.inst);
        int[] arr = {1, 2, 3};
        Supplier<String> s = o.all((byte) -1, (short) 2, 'c', 4, 5L << 33, 6.5f, 7.25, true, "t", null, arr);
        System.out.println(s.get());
        o.inst = -5;
        System.out.println(s.get() + " " + o.inField.get());
        IntFunction<IntSupplier> half = o.curried().apply(4);
        System.out.println(half.apply(2).getAsInt() + " " + half.apply(3).getAsInt());
        nested("ab").run();
        for (Supplier<Integer> x : loop()) {
            System.out.print(x.get() + " ");
        }
        System.out.println();
        System.out.println(fact.apply(10) + " " + tower(1.5).get().get().get());
        IntSupplier is = o.new Inner().sum();
        System.out.println(is.getAsInt() + " " + is.getAsInt() + " " + is.getAsInt());
        int[] counter = {0};
        Runnable r = () -> counter[0]++;
        for (int i = 0; i < 5; i++) {
            r.run();
        }
        System.out.println(counter[0]);
        StringBuilder sb = new StringBuilder();
        Function<String, StringBuilder> app = sb::append;
        app.apply("x").append("y");
        app.apply("z");
        System.out.println(sb);
        DoubleSupplier ds = () -> { double q = 0; for (int v : arr) q += v / 2.0; return q; };
        arr[0] = 100;
        System.out.println(ds.getAsDouble());
        Supplier<Runnable> makes = () -> () -> System.out.println("made " + counter[0]);
        counter[0] = 77;
        makes.get().run();
        long l1 = 1, l2 = 2, l3 = 3, l4 = 4, l5 = 5;
        double d1 = 1.5, d2 = 2.5, d3 = 3.5;
        String t1 = "a", t2 = "b";
        Supplier<String> many = () -> t1 + (l1 + l2 * l3 - l4 + l5) + t2 + (d1 * d2 + d3);
        System.out.println(many.get());
        try {
            Runnable thrower = () -> { throw new IllegalStateException("from lambda " + counter[0]); };
            thrower.run();
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
