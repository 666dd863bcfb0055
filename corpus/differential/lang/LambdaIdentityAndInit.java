import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

public class LambdaIdentityAndInit {
    static List<String> log = new ArrayList<>();
    static final Runnable EARLY = () -> log.add("early sees " + LambdaIdentityAndInit.LATE);
    static { EARLY.run(); }
    static final Object LATE = "late".concat("!");
    static { EARLY.run(); }

    static class Holder {
        static { log.add("Holder init"); }
        static int f(int x) { return x + 1; }
        int g() { return 5; }
        Holder() { log.add("Holder()"); }
    }

    interface Shape {
        double area();
        default Supplier<String> namer() { return () -> label() + area(); }
        private String label() { return "area "; }
        private Supplier<String> hidden() { return this::label; }
        default String viaHidden() { return hidden().get(); }
        static Shape square(double s) { return () -> s * s; }
        Function<Double, Shape> MAKE = Shape::square;
    }

    enum Op {
        INC(x -> x + 1), NEG(x -> -x), SQ(x -> x * x) {
            @Override
            Function<Integer, Integer> get() {
                return super.get().andThen(v -> v + ordinal());
            }
        };

        private final Function<Integer, Integer> f;

        Op(Function<Integer, Integer> f) {
            this.f = f;
        }

        Function<Integer, Integer> get() {
            return f;
        }
    }

    static abstract class Template {
        final Supplier<String> s;

        Template() {
            s = () -> "template " + name();
            System.out.println("in ctor: " + s.get());
        }

        abstract String name();
    }

    static class Concrete extends Template {
        String n = "set";

        @Override
        String name() {
            return n;
        }
    }

    final int v;
    final IntSupplier reads;

    LambdaIdentityAndInit(int v) {
        this.v = v;
        this.reads = () -> this.v * 2;
    }

    LambdaIdentityAndInit(Supplier<Integer> s) {
        this(s.get());
    }

    record Lazy<T>(Supplier<T> sup) {
        Lazy {
            Supplier<T> orig = sup;
            sup = () -> {
                log.add("forced");
                return orig.get();
            };
        }
    }

    static Runnable same() {
        return () -> { };
    }

    public static void main(String[] args) {
        System.out.println(log);
        log.clear();
        Function<Integer, Integer> hf = Holder::f;
        Supplier<Holder> mk = Holder::new;
        Function<Holder, Integer> hg = Holder::g;
        log.add("refs made");
        System.out.println(hf.apply(1));
        mk.get();
        System.out.println(log);
        System.out.println(Shape.square(3).namer().get() + " " + Shape.MAKE.apply(2.0).area() + " " + Shape.square(1).viaHidden());
        for (Op o : Op.values()) {
            System.out.print(o.get().apply(7) + " ");
        }
        System.out.println();
        System.out.println(new Concrete().s.get());
        System.out.println(new LambdaIdentityAndInit(() -> 21).reads.getAsInt());
        log.clear();
        Lazy<String> lz = new Lazy<>(() -> "val");
        System.out.println(log + lz.sup().get() + log);
        Runnable a = same();
        Runnable b = a;
        System.out.println((a == b) + " " + a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + (a instanceof Runnable) + " " + a.getClass().isInterface() + a.getClass().isSynthetic());
        Object asObj = (Supplier<Object>) () -> null;
        System.out.println((asObj instanceof Supplier<?>) + " " + (asObj instanceof Runnable) + " " + ((Supplier<?>) asObj).get());
        System.out.println(a.getClass() == b.getClass());
        List<Supplier<Supplier<Integer>>> l = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            final int j = i;
            l.add(() -> {
                int k = j * 10;
                class Loc {
                    int m = k + j;

                    Supplier<Integer> s() {
                        return () -> m++ + k;
                    }
                }
                return new Loc().s();
            });
        }
        for (var s : l) {
            var t = s.get();
            System.out.print(t.get() + " " + t.get() + " ");
        }
        System.out.println();
    }
}
