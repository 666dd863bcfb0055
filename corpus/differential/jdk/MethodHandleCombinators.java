import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;

public class MethodHandleCombinators {
    static StringBuilder log = new StringBuilder();

    static int sub(int a, int b) {
        return a - b;
    }

    static String three(String a, int b, long c) {
        return a + b + c;
    }

    static boolean positive(int x) {
        log.append("test").append(x).append(' ');
        return x > 0;
    }

    static String pos(int x) {
        return "pos" + x;
    }

    static String neg(int x) {
        return "neg" + x;
    }

    static int parse(String s) {
        return Integer.parseInt(s);
    }

    static int handler(NumberFormatException e, String s) {
        log.append(e.getMessage()).append(' ');
        return -s.length();
    }

    static int cleanup(Throwable t, int r, String s) {
        log.append("cleanup ").append(t == null).append(r).append(' ');
        return r + 1000;
    }

    static void note(String s) {
        log.append("note ").append(s).append(' ');
    }

    static boolean more(int v, int limit) {
        return v < limit;
    }

    static int step(int v, int limit) {
        return v * 2 + 1;
    }

    static int init(int limit) {
        return 1;
    }

    static MethodHandle st(String n, Class<?> r, Class<?>... p) throws Exception {
        return MethodHandles.lookup().findStatic(MethodHandleCombinators.class, n, MethodType.methodType(r, p));
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle sub = st("sub", int.class, int.class, int.class);
        MethodHandle three = st("three", String.class, String.class, int.class, long.class);
        System.out.println((int) MethodHandles.insertArguments(sub, 1, 10).invokeExact(3) + " " + (int) MethodHandles.insertArguments(sub, 0, 10).invokeExact(3) + " " + (int) MethodHandles.insertArguments(sub, 0, 8, 5).invokeExact());
        System.out.println((String) MethodHandles.insertArguments(three, 1, 7).invokeExact("x", 9L) + MethodHandles.insertArguments(three, 0, "bound").type());
        System.out.println((int) MethodHandles.dropArguments(sub, 1, String.class, double.class).invokeExact(9, "ignored", 1.5, 4));
        System.out.println((int) MethodHandles.permuteArguments(sub, sub.type(), 1, 0).invokeExact(9, 4) + " " + (int) MethodHandles.permuteArguments(sub, MethodType.methodType(int.class, int.class), 0, 0).invokeExact(7));
        MethodHandle parse = st("parse", int.class, String.class);
        System.out.println((int) MethodHandles.filterArguments(sub, 0, parse, parse).invokeExact("50", "8") + " " + (String) MethodHandles.filterReturnValue(sub, st("pos", String.class, int.class)).invokeExact(9, 4));
        System.out.println((int) MethodHandles.foldArguments(MethodHandles.dropArguments(sub, 2, int.class), sub).invokeExact(10, 3));
        MethodHandle guard = MethodHandles.guardWithTest(st("positive", boolean.class, int.class), st("pos", String.class, int.class), st("neg", String.class, int.class));
        System.out.println((String) guard.invokeExact(5) + (String) guard.invokeExact(-5) + (String) guard.invokeExact(0));
        MethodHandle safe = MethodHandles.catchException(parse, NumberFormatException.class, st("handler", int.class, NumberFormatException.class, String.class));
        System.out.println((int) safe.invokeExact("42") + " " + (int) safe.invokeExact("nope"));
        MethodHandle fin = MethodHandles.tryFinally(parse, st("cleanup", int.class, Throwable.class, int.class, String.class));
        System.out.println((int) fin.invokeExact("5"));
        try {
            int x = (int) fin.invokeExact("bad");
        } catch (NumberFormatException e) {
            System.out.println("rethrown");
        }
        System.out.println(log);
        log.setLength(0);
        MethodHandle withNote = MethodHandles.foldArguments(parse, st("note", void.class, String.class));
        System.out.println((int) withNote.invokeExact("12") + " " + log);
        System.out.println((String) MethodHandles.constant(String.class, "k").invokeExact() + (int) MethodHandles.identity(int.class).invokeExact(6) + (long) MethodHandles.zero(long.class).invokeExact() + MethodHandles.constant(Object.class, 5).invoke());
        MethodHandle get = MethodHandles.arrayElementGetter(int[].class);
        MethodHandle set = MethodHandles.arrayElementSetter(String[].class);
        String[] sa = new String[2];
        set.invokeExact(sa, 1, "set");
        System.out.println((int) get.invokeExact(new int[] {4, 5}, 1) + Arrays.toString(sa) + (int) MethodHandles.arrayLength(long[].class).invokeExact(new long[9]) + ((int[]) MethodHandles.arrayConstructor(int[].class).invokeExact(3)).length);
        try {
            int x = (int) get.invokeExact(new int[1], 5);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle loop = MethodHandles.whileLoop(st("init", int.class, int.class), st("more", boolean.class, int.class, int.class), st("step", int.class, int.class, int.class));
        System.out.println((int) loop.invokeExact(100));
        MethodHandle counted = MethodHandles.countedLoop(MethodHandles.constant(int.class, 5), MethodHandles.constant(int.class, 100), sub);
        System.out.println((int) counted.invokeExact());
        MethodHandle thr = MethodHandles.throwException(int.class, IllegalStateException.class);
        try {
            int x = (int) thr.invokeExact(new IllegalStateException("thrown by handle"));
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        MethodHandle concat = MethodHandles.lookup().findVirtual(String.class, "concat", MethodType.methodType(String.class, String.class));
        System.out.println((String) MethodHandles.collectArguments(concat, 1, three).invokeExact("pre", "a", 1, 2L) + (String) MethodHandles.explicitCastArguments(three, MethodType.methodType(String.class, Object.class, double.class, int.class)).invokeExact((Object) "c", 3.9, 4) + (Object) MethodHandles.spreadInvoker(three.type(), 1).invoke(three, "s", new Object[] {1, 2L}));
        System.out.println((int) MethodHandles.exactInvoker(sub.type()).invokeExact(sub, 5, 3) + " " + (Object) MethodHandles.invoker(sub.type().generic()).invoke(sub, 8, 1));
        Runnable r = java.lang.invoke.MethodHandleProxies.asInterfaceInstance(Runnable.class, MethodHandles.insertArguments(st("note", void.class, String.class), 0, "proxied"));
        log.setLength(0);
        r.run();
        System.out.println(log);
        var cs = new java.lang.invoke.MutableCallSite(MethodType.methodType(int.class));
        MethodHandle dyn = cs.dynamicInvoker();
        cs.setTarget(MethodHandles.constant(int.class, 1));
        int before = (int) dyn.invokeExact();
        cs.setTarget(MethodHandles.constant(int.class, 2));
        System.out.println(before + " " + (int) dyn.invokeExact());
    }
}
