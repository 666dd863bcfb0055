import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.LongFunction;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;

public class LambdaAdaptation {
    static int i(int x) { return x + 1; }
    static long l(long x) { return x * 2; }
    static double d(double x) { return x / 2; }
    static Integer boxed(Integer x) { return x * 3; }
    static String obj(Object o) { return "o:" + o; }
    static char ch(char c) { return (char) (c + 1); }
    static short sh(byte b) { return (short) (b * 100); }
    static Object any(Number n) { return n.getClass().getSimpleName() + n; }
    static void nothing(Object o) { System.out.println("void " + o); }
    static int two(int a, long b) { return (int) (a - b); }

    interface IntToInt { int f(int x); }
    interface IntToLong { long f(int x); }
    interface IntToObj { Object f(int x); }
    interface ObjToInt { int f(Integer x); }
    interface CharToInt { int f(char c); }
    interface ByteToDouble { double f(byte b); }
    interface BoxToVoid { void f(Integer x); }
    interface LongBoxed { Long f(Long x); }
    interface Generic<T, R> { R f(T t); }
    interface StrFn extends Generic<String, Integer> { }
    interface Marker { default String mark() { return "marked"; } }
    interface Throwing<E extends Exception> { void run() throws E; }
    interface GenericMethod { <T> T id(T t); }
    interface Bridge<T extends Comparable<T>> { T pick(T a, T b); }
    interface StrBridge extends Bridge<String> { @Override String pick(String a, String b); }
    interface Overloads extends Function<String, String>, UnaryOperator<String> { }

    static <T extends Exception> void sneaky(Throwing<T> t) throws T { t.run(); }

    static class GM implements GenericMethod {
        @Override public <T> T id(T t) { return t; }
    }

    public static void main(String[] args) throws Exception {
        IntToInt a = LambdaAdaptation::i;
        IntToLong b = LambdaAdaptation::i;
        IntToObj c = LambdaAdaptation::i;
        ObjToInt e = LambdaAdaptation::i;
        IntToInt f = LambdaAdaptation::boxed;
        IntToLong g = LambdaAdaptation::boxed;
        IntToLong h = LambdaAdaptation::l;
        CharToInt k = LambdaAdaptation::ch;
        CharToInt k2 = LambdaAdaptation::i;
        ByteToDouble m = LambdaAdaptation::sh;
        ByteToDouble n = LambdaAdaptation::d;
        IntToObj o = LambdaAdaptation::obj;
        IntToObj p = LambdaAdaptation::any;
        BoxToVoid q = LambdaAdaptation::i;
        BoxToVoid r = LambdaAdaptation::nothing;
        LongBoxed s = LambdaAdaptation::l;
        System.out.println(a.f(1) + " " + b.f(Integer.MAX_VALUE) + " " + c.f(3) + " " + e.f(4) + " " + f.f(5) + " " + g.f(6) + " " + h.f(Integer.MAX_VALUE));
        System.out.println(k.f('a') + " " + k2.f('\uffff') + " " + m.f((byte) -5) + " " + n.f((byte) 3) + " " + o.f(7) + " " + p.f(8) + " " + s.f(1L << 40));
        q.f(9);
        r.f(10);
        try {
            e.f(null);
        } catch (NullPointerException x) {
            System.out.println("unboxing in adapter");
        }
        Function<Integer, Integer> fi = LambdaAdaptation::i;
        Function<Integer, Object> fo = LambdaAdaptation::boxed;
        ToLongFunction<Integer> tl = LambdaAdaptation::i;
        ToDoubleFunction<Long> td = LambdaAdaptation::d;
        DoubleUnaryOperator du = LambdaAdaptation::d;
        IntToDoubleFunction id = LambdaAdaptation::l;
        IntToLongFunction il = Integer::toUnsignedLong;
        LongFunction<String> lf = Long::toHexString;
        BiFunction<Integer, Integer, Integer> two = LambdaAdaptation::two;
        IntBinaryOperator ib = LambdaAdaptation::two;
        System.out.println(fi.apply(1) + " " + fo.apply(2) + " " + tl.applyAsLong(3) + " " + td.applyAsDouble(5L) + " " + du.applyAsDouble(3) + " " + id.applyAsDouble(7) + " " + il.applyAsLong(-1) + " " + lf.apply(-1) + " " + two.apply(10, 3) + ib.applyAsInt(5, 6));
        StrFn sf = String::length;
        Generic<String, Integer> gf = sf;
        System.out.println(gf.f("abc"));
        @SuppressWarnings({"unchecked", "rawtypes"})
        Generic<Object, Object> raw = (Generic) sf;
        try {
            raw.f(5);
        } catch (ClassCastException x) {
            System.out.println("cast in lambda");
        }
        Runnable both = (Runnable & Marker & Serializable) () -> System.out.println("intersection");
        both.run();
        System.out.println(((Marker) both).mark() + (both instanceof Serializable));
        Comparator<String> ser = (Comparator<String> & Serializable) String::compareTo;
        System.out.println(ser.compare("a", "b"));
        StrBridge sb = (x, y) -> x.compareTo(y) > 0 ? x : y;
        Bridge<String> br = sb;
        System.out.println(br.pick("k", "j"));
        Overloads ov = x -> x + x;
        System.out.println(ov.apply("z") + ((Function<String, String>) ov).andThen(String::length).apply("yy"));
        GenericMethod gm = new GM()::id;
        System.out.println(gm.id("gm") + gm.<Integer>id(5));
        try {
            sneaky(() -> { throw new java.io.IOException("checked"); });
        } catch (java.io.IOException x) {
            System.out.println(x.getMessage());
        }
        Callable<Integer> call = () -> 5;
        Supplier<? extends Number> num = () -> 5.5f;
        Supplier<Long> sl = () -> 5L;
        Supplier<Double> sd = () -> 1d;
        Supplier<Character> sc = () -> 'c';
        System.out.println(call.call() + " " + num.get() + sl.get() + sd.get() + sc.get());
        ObjIntConsumer<StringBuilder> oi = StringBuilder::append;
        StringBuilder out = new StringBuilder();
        oi.accept(out, 65);
        IntFunction<StringBuilder> appc = out::appendCodePoint;
        appc.apply(66);
        System.out.println(out);
        System.out.println(List.of(1, 2, 3).stream().mapToLong(Integer::longValue).mapToObj(Long::toString).map(x -> (Object) x).toList());
    }
}
