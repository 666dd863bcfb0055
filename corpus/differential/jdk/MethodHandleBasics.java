import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

public class MethodHandleBasics {
    int field = 5;
    static String sf = "sf";
    final long fin = 9L;

    MethodHandleBasics() { }

    MethodHandleBasics(int f) {
        field = f;
    }

    int add(int a, long b) {
        return (int) (field + a + b);
    }

    static String cat(String a, Object b, int c) {
        return a + b + c;
    }

    static String vary(String s, Object... os) {
        return s + os.length + Arrays.toString(os);
    }

    private String hidden() {
        return "hidden" + field;
    }

    static void boom(int x) {
        throw new IllegalStateException("boom" + x);
    }

    static class Sub extends MethodHandleBasics {
        @Override
        int add(int a, long b) {
            return -1;
        }

        static MethodHandle superAdd() throws Exception {
            return MethodHandles.lookup().findSpecial(MethodHandleBasics.class, "add", MethodType.methodType(int.class, int.class, long.class), Sub.class);
        }
    }

    interface Shape {
        double area();

        default String d() {
            return "default" + area();
        }
    }

    static String attempt(java.util.concurrent.Callable<Object> c) {
        try {
            return c.call() + " ";
        } catch (Exception e) {
            return e.getClass().getSimpleName() + " ";
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        MethodHandleBasics o = new MethodHandleBasics();
        MethodHandle add = l.findVirtual(MethodHandleBasics.class, "add", MethodType.methodType(int.class, int.class, long.class));
        int r = (int) add.invokeExact(o, 1, 2L);
        System.out.println(r + " " + add.type() + " " + (int) add.invoke(o, (short) 1, 2) + " " + add.invokeWithArguments(o, 3, 4) + add.bindTo(o).type());
        Object asObj = add.invoke(o, 'a', 1);
        System.out.println(asObj + " " + (int) add.invokeExact((MethodHandleBasics) new Sub(), 1, 1L) + " " + (int) Sub.superAdd().invokeExact(new Sub(), 10, 1L));
        MethodHandle cat = l.findStatic(MethodHandleBasics.class, "cat", MethodType.methodType(String.class, String.class, Object.class, int.class));
        System.out.println((String) cat.invokeExact("a", (Object) 2.5, 3) + (String) cat.invoke("x", null, (byte) 7));
        MethodHandle ctor = l.findConstructor(MethodHandleBasics.class, MethodType.methodType(void.class, int.class));
        System.out.println(((MethodHandleBasics) ctor.invokeExact(77)).field + " " + ctor.type());
        MethodHandle get = l.findGetter(MethodHandleBasics.class, "field", int.class);
        MethodHandle set = l.findSetter(MethodHandleBasics.class, "field", int.class);
        set.invokeExact(o, 33);
        System.out.println((int) get.invokeExact(o) + " " + (String) l.findStaticGetter(MethodHandleBasics.class, "sf", String.class).invokeExact() + (long) l.findGetter(MethodHandleBasics.class, "fin", long.class).invoke(o) + get.type() + set.type());
        l.findStaticSetter(MethodHandleBasics.class, "sf", String.class).invokeExact("new");
        System.out.println(sf + (String) l.findVirtual(MethodHandleBasics.class, "hidden", MethodType.methodType(String.class)).invokeExact(o));
        MethodHandle vary = l.findStatic(MethodHandleBasics.class, "vary", MethodType.methodType(String.class, String.class, Object[].class));
        System.out.println(vary.isVarargsCollector() + (String) vary.invoke("v") + (String) vary.invoke("v", 1, 'c', 2L) + (String) vary.invoke("v", new Object[] {1}) + vary.invokeWithArguments("w", 1, 2) + (String) vary.asFixedArity().invoke("f", new Object[] {5}));
        System.out.println((String) vary.asCollector(Object[].class, 2).invokeExact("c", (Object) "p", (Object) "q") + (String) cat.asSpreader(Object[].class, 2).invoke("s", new Object[] {"m", 4}));
        MethodHandle len = l.findVirtual(String.class, "length", MethodType.methodType(int.class));
        System.out.println((int) len.invokeExact("four") + " " + (long) len.asType(MethodType.methodType(long.class, String.class)).invokeExact("five5") + " " + (Object) len.asType(MethodType.methodType(Object.class, Object.class)).invokeExact((Object) "six666"));
        try {
            len.invokeExact("x");
        } catch (WrongMethodTypeException e) {
            System.out.println("wrong type");
        }
        try {
            Object bad = len.asType(MethodType.methodType(Object.class, Object.class)).invokeExact((Object) 5);
        } catch (ClassCastException e) {
            System.out.println("cce");
        }
        try {
            len.asType(MethodType.methodType(String.class, String.class));
        } catch (WrongMethodTypeException e) {
            System.out.println("cannot convert");
        }
        MethodHandle boom = l.findStatic(MethodHandleBasics.class, "boom", MethodType.methodType(void.class, int.class));
        try {
            boom.invokeExact(3);
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
        Shape sh = () -> 2.0;
        System.out.println((double) l.findVirtual(Shape.class, "area", MethodType.methodType(double.class)).invokeExact(sh) + (String) l.findVirtual(Shape.class, "d", MethodType.methodType(String.class)).invokeExact(sh));
        System.out.println(attempt(() -> l.findVirtual(String.class, "nope", MethodType.methodType(void.class))) + attempt(() -> l.findStatic(MethodHandleBasics.class, "add", MethodType.methodType(int.class, int.class, long.class))) + attempt(() -> l.findGetter(MethodHandleBasics.class, "zzz", int.class)) + attempt(() -> MethodHandles.publicLookup().findVirtual(MethodHandleBasics.class, "hidden", MethodType.methodType(String.class))));
        MethodType mt = MethodType.methodType(String.class, int.class, List.class, long[].class);
        System.out.println(mt + " " + mt.parameterCount() + mt.dropParameterTypes(0, 1) + mt.insertParameterTypes(1, char.class) + mt.changeReturnType(void.class) + mt.wrap() + mt.generic() + mt.erase() + mt.toMethodDescriptorString() + mt.equals(MethodType.fromMethodDescriptorString("(ILjava/util/List;[J)Ljava/lang/String;", null)) + MethodType.genericMethodType(2));
        List<String> out = new ArrayList<>();
        MethodHandle addTo = l.findVirtual(List.class, "add", MethodType.methodType(boolean.class, Object.class)).bindTo(out);
        for (String s : "p q r".split(" ")) {
            addTo.invoke(s);
        }
        System.out.println(out + " " + l.unreflect(String.class.getMethod("concat", String.class)).invoke("a", "b") + l.unreflectConstructor(StringBuilder.class.getConstructor(String.class)).invoke("sb") + l.unreflectGetter(MethodHandleBasics.class.getDeclaredField("field")).invoke(o));
    }
}
