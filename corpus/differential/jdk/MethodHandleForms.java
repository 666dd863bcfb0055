import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;
import static java.lang.invoke.MethodType.*;

public class MethodHandleForms {
    static int add(int a, int b) {
        return a + b;
    }

    static long wide(long a, double b, int c) {
        return a + (long) b + c;
    }

    static String join(String... xs) {
        return String.join("-", xs);
    }

    static int sum(int a, int... r) {
        for (int x : r) a += x;
        return a;
    }

    static void v(StringBuilder sb) {
        sb.append("v");
    }

    static Object[] arr(Object... o) {
        return o;
    }

    int f = 5;
    static String s = "st";
    final int fin = 9;
    private int priv = 3;
    MethodHandleForms() { }
    MethodHandleForms(int f) {
        this.f = f;
    }

    int get(int x) {
        return f * x;
    }

    private String hid() {
        return "hid" + f;
    }

    static class Sub extends MethodHandleForms {
        Sub(int f) {
            super(f);
        }
        int get(int x) {
            return -super.get(x);
        }
        static MethodHandle sup() throws Exception {
            return MethodHandles.lookup().findSpecial(MethodHandleForms.class, "get", methodType(int.class, int.class),
                    Sub.class);
        }
    }

    interface I {
        default String d(String s) {
            return "I." + s;
        }
    }

    static class Impl implements I {
        public String d(String s) {
            return "Impl." + s;
        }
    }

    static boolean isOdd(int x) {
        return x % 2 != 0;
    }

    static String t(String pre, Object o) {
        return pre + o;
    }

    static int thrower(int x) throws Exception {
        if (x > 2) throw new IllegalStateException("big" + x);
        return x;
    }

    static int handler(IllegalStateException e, int x) {
        return -x;
    }

    static int cleanup(Throwable t, int r, int x) {
        System.out.println("cleanup " + t + " " + r + " " + x);
        return r + 100;
    }

    static void show(String n, Callable c) {
        try {
            System.out.println(n + ": " + c.call());
        } catch (Throwable t) {
            System.out.println(n + " threw " + t);
        }
    }

    interface Callable {
        Object call() throws Throwable;
    }

    static int step(int acc, int i) {
        return acc + i;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandle add = l.findStatic(MethodHandleForms.class, "add", methodType(int.class, int.class, int.class));
        System.out.println((int) add.invokeExact(2, 3));
        System.out.println((long) add.invoke(2, (short) 3));
        System.out.println(add.invoke((Integer) 2, (Object) 3));
        System.out.println(add + " " + add.type() + " " + add.type().parameterList()
                + add.type().toMethodDescriptorString());
        show("exact mismatch", () -> (long) add.invokeExact(2, 3));
        show("invoke cce", () -> add.invoke((Object) "x", 3));
        show("invoke npe", () -> { try { return add.invoke((Integer) null, 3);
                } catch (NullPointerException e) { return "npe"; } });
        show("invoke arity", () -> add.invoke(1));
        MethodHandle wide = l.findStatic(MethodHandleForms.class, "wide", methodType(long.class, long.class,
                double.class, int.class));
        System.out.println((long) wide.invokeExact(1L << 40, 2.5, 7) + " " + wide.invoke(1, 2, 'c') + " "
                + wide.invokeWithArguments(5L, 6.5, 7) + wide.invokeWithArguments(List.of(1, 2f, (byte) 3)));
        MethodHandle join = l.findStatic(MethodHandleForms.class, "join", methodType(String.class, String[].class));
        System.out.println(join.isVarargsCollector() + " " + (String) join.invoke("a", "b", "c") + join.invoke()
                + (String) join.invokeExact(new String[]{"q", "r"}) + join.invokeWithArguments("z", "y")
                + join.invoke(new String[]{"1", "2"}));
        show("fixed", () -> join.asFixedArity().invoke("a", "b"));
        MethodHandle sum = l.findStatic(MethodHandleForms.class, "sum", methodType(int.class, int.class, int[].class));
        System.out.println((int) sum.invoke(1) + (int) sum.invoke(1, 2, 3) + " " + sum.invoke(1, (byte) 2, (Integer) 5)
                + sum.asCollector(int[].class, 2).type() + (int) sum.asCollector(int[].class, 2).invokeExact(1, 2, 3));
        StringBuilder sb = new StringBuilder();
        MethodHandle v = l.findStatic(MethodHandleForms.class, "v", methodType(void.class, StringBuilder.class));
        v.invokeExact(sb);
        v.invoke((Object) sb);
        System.out.println(sb + " " + v.invoke(sb) + " " + v.invokeWithArguments(sb));
        MethodHandle ctor = l.findConstructor(MethodHandleForms.class, methodType(void.class, int.class));
        MethodHandleForms h = (MethodHandleForms) ctor.invokeExact(7);
        MethodHandle get = l.findVirtual(MethodHandleForms.class, "get", methodType(int.class, int.class));
        System.out.println(ctor.type() + " " + (int) get.invokeExact(h, 3) + " " + (int) get.invoke(new Sub(4), 3)
                + " " + get.bindTo(h).invoke(2) + " " + Sub.sup().invoke(new Sub(6), 2));
        show("null recv", () -> get.invoke((MethodHandleForms) null, 1));
        show("bad recv", () -> { try { return get.invoke((Object) "str", 1);
                } catch (ClassCastException e) { return "cce"; } });
        System.out.println((String) l.findVirtual(MethodHandleForms.class, "hid",
                methodType(String.class)).invokeExact(h));
        MethodHandle d = l.findVirtual(I.class, "d", methodType(String.class, String.class));
        System.out.println(d.invoke((I) new Impl(), "x") + " " + d.invoke((I) new I() { }, "y"));
        MethodHandle g = l.findGetter(MethodHandleForms.class, "f", int.class),
                st = l.findSetter(MethodHandleForms.class, "f", int.class);
        st.invokeExact(h, 50);
        System.out.println((int) g.invokeExact(h) + " " + g.type() + st.type());
        MethodHandle sg = l.findStaticGetter(MethodHandleForms.class, "s", String.class),
                ss = l.findStaticSetter(MethodHandleForms.class, "s", String.class);
        ss.invokeExact("new");
        System.out.println((String) sg.invokeExact());
        show("final setter", () -> { try { return l.findSetter(MethodHandleForms.class, "fin", int.class);
                } catch (IllegalAccessException e) { return "iae"; } });
        show("missing", () -> l.findStatic(MethodHandleForms.class, "nope", methodType(void.class)));
        show("missing f", () -> l.findGetter(MethodHandleForms.class, "nope", int.class));
        show("not static", () -> l.findStatic(MethodHandleForms.class, "get", methodType(int.class, int.class)));
        show("ctor missing", () -> l.findConstructor(MethodHandleForms.class, methodType(void.class, String.class)));
        try {
            MethodHandles.publicLookup().findVirtual(MethodHandleForms.class, "hid", methodType(String.class));
            System.out.println("?");
        } catch (IllegalAccessException e) {
            System.out.println("IAE");
        }
        // combinators
        MethodHandle isOdd = l.findStatic(MethodHandleForms.class, "isOdd", methodType(boolean.class, int.class));
        MethodHandle t = l.findStatic(MethodHandleForms.class, "t", methodType(String.class, String.class,
                Object.class));
        MethodHandle odd = MethodHandles.insertArguments(t, 0, "odd").asType(methodType(String.class, int.class));
        MethodHandle even = MethodHandles.insertArguments(t, 0, "even").asType(methodType(String.class, int.class));
        MethodHandle gwt = MethodHandles.guardWithTest(isOdd, odd, even);
        System.out.println((String) gwt.invokeExact(3) + (String) gwt.invokeExact(4) + gwt.type());
        MethodHandle thr = l.findStatic(MethodHandleForms.class, "thrower", methodType(int.class, int.class));
        MethodHandle hd = l.findStatic(MethodHandleForms.class, "handler", methodType(int.class,
                IllegalStateException.class, int.class));
        MethodHandle ce = MethodHandles.catchException(thr, IllegalStateException.class, hd);
        System.out.println((int) ce.invokeExact(1) + " " + (int) ce.invokeExact(9));
        MethodHandle cl = l.findStatic(MethodHandleForms.class, "cleanup", methodType(int.class, Throwable.class,
                int.class, int.class));
        MethodHandle tf = MethodHandles.tryFinally(thr, cl);
        System.out.println((int) tf.invokeExact(1));
        show("tf", () -> (int) tf.invokeExact(5));
        System.out.println(MethodHandles.dropArguments(add, 1, String.class, long.class).invoke(1, "x", 5L, 2));
        System.out.println(MethodHandles.permuteArguments(wide, methodType(long.class, int.class, long.class,
                double.class), 1, 2, 0).invoke(1, 20L, 300d));
        System.out.println(MethodHandles.filterArguments(add, 0, MethodHandles.identity(int.class),
                l.findVirtual(String.class, "length", methodType(int.class))).invoke(1, "four"));
        System.out.println(MethodHandles.filterReturnValue(add, isOdd).invoke(1, 2) + " "
                + MethodHandles.foldArguments(MethodHandles.dropArguments(add, 2, int.class),
                isOdd.asType(methodType(void.class, int.class))).type());
        System.out.println(MethodHandles.foldArguments(wide.asType(methodType(long.class, int.class, int.class,
                int.class)), add).invoke(3, 4));
        System.out.println(MethodHandles.collectArguments(add, 1, add).invoke(1, 2, 3) + " "
                + MethodHandles.constant(String.class, "k").invoke() + MethodHandles.constant(long.class, 5).invoke()
                + MethodHandles.zero(double.class).invoke() + MethodHandles.empty(methodType(Object.class,
                int.class)).invoke(4));
        System.out.println(add.asSpreader(Object[].class, 2).invoke(new Object[]{5, 6}) + " "
                + add.asSpreader(int[].class, 1).invoke(1, new int[]{9}));
        show("spread len", () -> add.asSpreader(int[].class, 2).invoke(new int[3]));
        show("throw", () -> MethodHandles.throwException(int.class,
                IllegalArgumentException.class).invoke(new IllegalArgumentException("te")));
        System.out.println(MethodHandles.explicitCastArguments(add, methodType(byte.class, double.class,
                Object.class)).invoke(1000.7, (Object) null));
        System.out.println(((int[]) MethodHandles.arrayConstructor(int[].class).invoke(3)).length + " "
                + MethodHandles.arrayLength(String[].class).invoke(new String[4])
                + MethodHandles.arrayElementGetter(long[].class).invoke(new long[]{7, 8}, 1));
        String[] sa = new String[2];
        MethodHandles.arrayElementSetter(String[].class).invoke(sa, 1, "el");
        System.out.println(Arrays.toString(sa));
        System.out.println(MethodHandles.exactInvoker(add.type()).invoke(add, 1, 2) + " "
                + MethodHandles.invoker(add.type()).invoke(add, 3, 4) + MethodHandles.spreadInvoker(add.type(),
                1).invoke(add, 1, new Object[]{8}));
        MethodHandle body = l.findStatic(MethodHandleForms.class, "step", methodType(int.class, int.class, int.class));
        MethodHandle loop = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5),
                MethodHandles.constant(int.class, 100), body);
        System.out.println(loop.invoke() + " " + loop.type());
        MethodHandle id = MethodHandles.identity(Object.class);
        System.out.println(id.invoke("idd") + " " + id.type());
        MethodHandleInfo info = l.revealDirect(get);
        System.out.println(info + " " + info.getReferenceKind() + info.getName() + info.getMethodType()
                + info.reflectAs(java.lang.reflect.Method.class, l));
        System.out.println(l.revealDirect(g) + " " + l.revealDirect(ctor));
        MethodHandle un = l.unreflect(MethodHandleForms.class.getDeclaredMethod("add", int.class, int.class));
        System.out.println(un.invoke(1, 1) + " "
                + l.unreflectConstructor(MethodHandleForms.class.getDeclaredConstructor()).type()
                + l.unreflectGetter(MethodHandleForms.class.getDeclaredField("priv")).invoke(h));
        MethodHandle ls = l.bind("hello", "substring", methodType(String.class, int.class, int.class));
        System.out.println(ls.invoke(1, 3));
        System.out.println(MethodHandles.publicLookup().findStatic(Math.class, "max", methodType(int.class, int.class,
                int.class)).invoke(3, 9) + " " + l.findVirtual(List.class, "size",
                methodType(int.class)).invoke(List.of(1, 2)));
        System.out.println(l.lookupClass() + " " + l.lookupModes() + " " + MethodHandles.publicLookup() + " "
                + l.in(String.class) + " " + l);
        MutableCallSite mcs = new MutableCallSite(add);
        MethodHandle dyn = mcs.dynamicInvoker();
        System.out.print(dyn.invoke(4, 5));
        mcs.setTarget(MethodHandles.dropReturn(add).asType(add.type()));
        System.out.println(" " + dyn.invoke(4, 5));
        System.out.println(genericMethodType(2) + " " + genericMethodType(1, true) + methodType(int.class).wrap()
                + methodType(Integer.class, Long.class, Void.class).unwrap() + wide.type().generic()
                + wide.type().erase() + MethodType.fromMethodDescriptorString("(ILjava/lang/String;)[J", null)
                + add.type().insertParameterTypes(1, String.class).dropParameterTypes(0,
                1).changeReturnType(void.class).appendParameterTypes(Object.class) + (methodType(int.class, int.class,
                int.class) == add.type()) + add.type().hashCode() / Integer.MAX_VALUE + add.type().equals(null));
        MethodHandle switcher = MethodHandles.tableSwitch(odd, even,
                MethodHandles.dropArguments(MethodHandles.constant(String.class, "one"), 0, int.class));
        System.out.println(switcher.invoke(0) + "" + switcher.invoke(1) + switcher.invoke(7));
        MethodHandle w = MethodHandles.whileLoop(MethodHandles.constant(int.class, 1),
                l.findStatic(MethodHandleForms.class, "lt", methodType(boolean.class, int.class)),
                l.findStatic(MethodHandleForms.class, "dbl", methodType(int.class, int.class)));
        System.out.println(w.invoke());
        MethodHandle it = MethodHandles.iteratedLoop(null, MethodHandles.constant(int.class, 0),
                l.findStatic(MethodHandleForms.class, "acc", methodType(int.class, int.class, String.class)));
        System.out.println(it.invoke(List.of("a", "bb", "ccc")) + " " + it.type());
    }

    static boolean lt(int x) {
        return x < 1000;
    }

    static int dbl(int x) {
        return 2 * x;
    }

    static int acc(int n, String s) {
        return n + s.length();
    }
}
