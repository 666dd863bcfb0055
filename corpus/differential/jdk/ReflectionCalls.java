import java.lang.annotation.*;
import java.lang.reflect.*;
import java.util.*;

public class ReflectionCalls {
    @Retention(RetentionPolicy.RUNTIME) @interface Tag {
        String value() default "dflt";
        int n() default 3;
        Class<?>[] cls() default {};
        Color col() default Color.RED;
        Sub sub() default @Sub(1);
        long[] ls() default {1, 2};
    }

    @Retention(RetentionPolicy.RUNTIME) @interface Sub {
        int value();
    }

    @Retention(RetentionPolicy.RUNTIME) @Repeatable(Reps.class) @interface Rep {
        String value();
    }

    @Retention(RetentionPolicy.RUNTIME) @interface Reps {
        Rep[] value();
    }

    enum Color {
        RED, GREEN {
            void x() { }
        };

        void y() { }
    }

    @Tag(value = "cls", n = 7, cls = {String.class, int[].class}, col = Color.GREEN) @Rep("a") @Rep("b")
    static class A<T extends Comparable<T>> implements Comparable<A<T>> {
        public int x = 1;
        protected long y = 2;
        private final String z = "zz";
        static volatile double d = 3.5;
        T t;
        List<Map<String, int[]>> g;
        byte b = 1;
        char ch = 'c';
        boolean bo = true;
        float f = 1.5f;
        short sh = 9;
        public A() { }
        private A(int x, String s) throws java.io.IOException {
            this.x = x;
            if (s == null) throw new java.io.IOException("io");
        }
        @Tag public int m(int a, @Sub(5) String b) {
            return a + b.length();
        }
        private static String ps(Object... os) {
            return Arrays.toString(os);
        }
        void thrower() {
            throw new IllegalStateException("inside");
        }
        public <U extends Number & Runnable> List<? super U> gen(T t, U[] u, Map<String,
                ? extends T> m) throws Exception {
            return null;
        }
        public int compareTo(A<T> o) {
            return 0;
        }
        long wide(long l, double d, byte b) {
            return l + (long) d + b;
        }
        @Deprecated public final synchronized void flags() { }
    }

    record R(@Sub(2) int a, List<String> b) {
        R { }
        static int st = 1;
    }

    sealed interface S permits S1, S2 { }
    record S1() implements S { }
    static final class S2 implements S { }
    interface Greeter {
        String greet(String n);
        default String hi() {
            return "hi " + greet("def");
        }
        int num(int a, long b);
        void nothing() throws java.io.IOException;
    }

    static void show(String n, C c) {
        try {
            System.out.println(n + ": " + c.call());
        } catch (Throwable t) {
            System.out.println(n + " threw " + t + " / " + t.getCause());
        }
    }

    interface C {
        Object call() throws Throwable;
    }

    static String sorted(Object[] os) {
        String[] s = new String[os.length];
        for (int i = 0; i < s.length; i++) s[i] = os[i].toString();
        Arrays.sort(s);
        return String.join("\n  ", s);
    }

    public static void main(String[] args) throws Exception {
        Class<?> k = A.class;
        System.out.println(sorted(k.getDeclaredFields()) + "\n--" + sorted(k.getDeclaredMethods()) + "\n--"
                + sorted(k.getDeclaredConstructors()));
        for (Method m : k.getDeclaredMethods()) if (m.getName().equals("gen")) System.out.println(m.toGenericString()
                + Arrays.toString(m.getGenericParameterTypes()) + m.getGenericReturnType()
                + Arrays.toString(m.getTypeParameters()[0].getBounds()));
        System.out.println(k.getGenericInterfaces()[0] + " " + Arrays.toString(k.getTypeParameters()) + " "
                + k.getDeclaredField("g").getGenericType());
        System.out.println(k.getAnnotation(Tag.class).sub() + " " + k.getAnnotation(Tag.class).n()
                + k.getAnnotation(Tag.class).col() + Arrays.toString(k.getAnnotation(Tag.class).cls())
                + Arrays.toString(k.getAnnotation(Tag.class).ls()));
        System.out.println(k.getAnnotationsByType(Rep.class).length + " " + k.getAnnotation(Reps.class) + " "
                + k.getDeclaredMethod("flags").isAnnotationPresent(Deprecated.class)
                + k.getAnnotation(Tag.class).equals(k.getAnnotation(Tag.class))
                + (k.getAnnotation(Tag.class).hashCode() == k.getAnnotation(Tag.class).hashCode()));
        Method m = k.getDeclaredMethod("m", int.class, String.class);
        System.out.println(Arrays.deepToString(m.getParameterAnnotations()) + m.getAnnotation(Tag.class).value() + " "
                + m.getParameters()[1] + m.getParameterCount() + " " + Modifier.toString(m.getModifiers())
                + m.isVarArgs());
        A<String> a = new A<>();
        System.out.println(m.invoke(a, 5, "four"));
        show("argc", () -> m.invoke(a, 5));
        show("type", () -> m.invoke(a, "x", "y"));
        show("nullprim", () -> { try { return m.invoke(a, null, "y");
                } catch (IllegalArgumentException e) { return "iae"; } });
        show("recv", () -> m.invoke("str", 1, "y"));
        Method ps = k.getDeclaredMethod("ps", Object[].class);
        System.out.println(ps.invoke(null, (Object) new Object[]{1, "b"}));
        Method w = k.getDeclaredMethod("wide", long.class, double.class, byte.class);
        System.out.println(w.invoke(a, 5, 2.5f, (byte) 1) + " " + w.invoke(a, 'c', 7L, (byte) 2));
        show("narrow", () -> w.invoke(a, 5.5, 1.0, (byte) 1));
        show("thrower", () -> k.getDeclaredMethod("thrower").invoke(a));
        Constructor<?> c = k.getDeclaredConstructor(int.class, String.class);
        System.out.println(((A<?>) c.newInstance(9, "s")).x);
        show("ctor ex", () -> c.newInstance(1, null));
        show("ctor argc", () -> c.newInstance(1));
        show("abstract", () -> Number.class.getDeclaredConstructor().newInstance());
        show("enum", () -> Color.class.getDeclaredConstructors()[0].newInstance("X", 1));
        show("iface", () -> Greeter.class.getDeclaredConstructor());
        for (String n : new String[]{"x", "y", "b", "ch", "bo", "f", "sh", "d", "z"}) {
            Field f = k.getDeclaredField(n);
            f.setAccessible(true);
            System.out.print(f.get(a) + ":" + f.getType() + " ");
        }
        System.out.println();
        Field x = k.getDeclaredField("x");
        x.setInt(a, 77);
        x.set(a, (byte) 12);
        System.out.println(x.getInt(a) + " " + x.getLong(a) + " " + x.getDouble(a));
        show("getByte", () -> x.getByte(a));
        show("setLong", () -> { x.setLong(a, 5L); return 0; });
        show("setStr", () -> { x.set(a, "s"); return 0; });
        show("setNull", () -> { x.set(a, null); return 0; });
        show("final", () -> { k.getDeclaredField("z").set(a, "q"); return 0; });
        Field z = k.getDeclaredField("z");
        z.setAccessible(true);
        z.set(a, "changed");
        System.out.println(z.get(a));
        Field d = k.getDeclaredField("d");
        d.setDouble(null, 9.25);
        System.out.println(A.d + " " + d.get(null));
        show("field recv", () -> x.get("str"));
        show("field null", () -> { try { return x.get(null); } catch (NullPointerException e) { return "npe"; } });
        show("private JDK", () -> { try { Field v = String.class.getDeclaredField("value"); v.setAccessible(true);
                return v; } catch (InaccessibleObjectException e) { return "inaccessible "
                + String.class.getDeclaredField("value").trySetAccessible(); } });
        Object ia = Array.newInstance(int.class, 3);
        Array.setInt(ia, 1, 5);
        Array.set(ia, 2, (short) 7);
        System.out.println(Array.get(ia, 1) + " " + Array.getLong(ia, 2) + Array.getLength(ia)
                + ((int[][]) Array.newInstance(int.class, 2, 3))[1].length);
        show("arr", () -> Array.get(ia, 3));
        show("arr2", () -> { Array.set(ia, 0, "s"); return 0; });
        show("arr3", () -> Array.getLength("x"));
        show("neg", () -> Array.newInstance(int.class, -1));
        show("aset", () -> { Array.set(new String[1], 0, 5); return 0; });
        System.out.println(R.class.isRecord() + " " + Arrays.toString(R.class.getRecordComponents())
                + R.class.getRecordComponents()[1].getGenericType()
                + R.class.getRecordComponents()[0].getAccessor().invoke(new R(4, List.of()))
                + R.class.getRecordComponents()[0].getAnnotation(Sub.class));
        System.out.println(S.class.isSealed() + Arrays.toString(S.class.getPermittedSubclasses())
                + Color.GREEN.getClass() + Color.GREEN.getDeclaringClass()
                + Arrays.toString(Color.class.getEnumConstants()) + Enum.valueOf(Color.class, "RED")
                + Color.class.isEnum() + EnumSet.allOf(Color.class) + new EnumMap<>(Map.of(Color.RED, 1)));
        System.out.println(sorted(ReflectionCalls.class.getDeclaredClasses()) + A.class.getDeclaringClass()
                + A.class.getEnclosingClass() + new Object() { }.getClass().getEnclosingMethod()
                + A.class.getNestHost());
        Greeter g = (Greeter) Proxy.newProxyInstance(ReflectionCalls.class.getClassLoader(),
                new Class<?>[]{Greeter.class}, (p, mm, as) -> switch (mm.getName()) { case "greet" -> "hello " + as[0];
                case "num" -> (Integer) as[0] + ((Long) as[1]).intValue(); case "toString" -> "PROXY";
                case "hashCode" -> 5; case "equals" -> p == as[0]; case "hi" -> InvocationHandler.invokeDefault(p, mm,
                as); case "nothing" -> throw new java.io.IOException("declared"); default -> null; });
        System.out.println(g.greet("w") + g.num(3, 4L) + g + g.hashCode() + g.equals(g) + g.equals("x") + g.hi()
                + Proxy.isProxyClass(g.getClass()) + (Proxy.getInvocationHandler(g) != null)
                + g.getClass().getSimpleName().startsWith("$Proxy"));
        show("declared", () -> { g.nothing(); return 0; });
        Greeter bad = (Greeter) Proxy.newProxyInstance(ReflectionCalls.class.getClassLoader(),
                new Class<?>[]{Greeter.class}, (p, mm, as) -> { if (mm.getName().equals("num")) return null;
                if (mm.getName().equals("greet")) throw new Exception("checked"); return "str"; });
        show("undeclared", () -> bad.greet("x"));
        show("null unbox", () -> { try { return bad.num(1, 2); } catch (NullPointerException e) { return "npe"; } });
        show("notif", () -> Proxy.newProxyInstance(null, new Class<?>[]{String.class}, (p, mm, as) -> null));
        System.out.println(Class.forName("java.util.ArrayList").getDeclaredConstructor().newInstance() + " "
                + String.class.getMethod("valueOf", int.class).invoke(null, 42)
                + ArrayList.class.getMethod("size").invoke(List.of(1).getClass() == null ? null : new ArrayList<>(List.of(1, 2))) + Integer.class.getField("MAX_VALUE").get(null));
        show("nsm", () -> String.class.getMethod("nope"));
        show("nsf", () -> String.class.getField("nope"));
        show("cnf", () -> Class.forName("no.Such"));
        System.out.println(sorted(Comparable.class.getMethods()) + " " + sorted(S2.class.getMethods()).length()
                + Runnable.class.getMethod("run").isDefault()
                + Arrays.toString(Color.class.getDeclaredMethod("valueOf", String.class).getParameterTypes()));
    }
}
