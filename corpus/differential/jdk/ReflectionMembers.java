import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;

public class ReflectionMembers {
    static abstract class Base {
        protected int inherited = 1;
        public abstract String act(int n);
        public static final long CONST = 77L;
        public void common() { }
    }

    static class Target extends Base implements Comparable<Target> {
        private int i = 5;
        public double d = 2.5;
        static String s = "static";
        final boolean z = true;
        volatile transient char c = 'c';
        private final int[] arr = {1, 2};
        byte b; short sh; long l; float f;

        Target() { }
        private Target(int i, String... s) { this.i = i + s.length; }
        protected Target(double d) throws java.io.IOException { this.d = d; if (d < 0) throw new java.io.IOException("negative"); }

        @Override public String act(int n) { return "act" + n + i; }
        private int add(int a, long b) { return (int) (a + b); }
        static String join(String a, Object... rest) { return a + Arrays.toString(rest); }
        synchronized void nothing() { }
        final strictfp double half(float x) { return x / 2; }
        public <T extends Number> T pick(T a, T b) { return a.intValue() > b.intValue() ? a : b; }
        void fails() { throw new IllegalStateException("inside"); }
        static char next(char c) { return (char) (c + 1); }
        @Override public int compareTo(Target o) { return Integer.compare(i, o.i); }
    }

    static String attempt(java.util.concurrent.Callable<Object> c) {
        try {
            return c.call() + " ";
        } catch (InvocationTargetException e) {
            return "ITE(" + e.getMessage() + "," + e.getCause() + ") ";
        } catch (Exception e) {
            return e.getClass().getSimpleName() + " ";
        }
    }

    public static void main(String[] args) throws Exception {
        Class<?> k = Class.forName("ReflectionMembers$Target");
        Method[] ms = k.getDeclaredMethods();
        Arrays.sort(ms, Comparator.comparing(Method::getName).thenComparing(m -> Arrays.toString(m.getParameterTypes())));
        for (Method m : ms) {
            System.out.println(Modifier.toString(m.getModifiers() & Modifier.methodModifiers()) + " " + m.getReturnType().getSimpleName() + " " + m.getName() + Arrays.toString(m.getParameterTypes()) + m.isVarArgs() + m.isBridge() + m.getParameterCount());
        }
        Field[] fs = k.getDeclaredFields();
        Arrays.sort(fs, Comparator.comparing(Field::getName));
        Target t = new Target();
        for (Field f : fs) {
            System.out.println(Modifier.toString(f.getModifiers()) + " " + f.getType().getSimpleName() + " " + f.getName() + (f.getType().isArray() ? "" : " = " + f.get(t)));
        }
        Constructor<?>[] cs = k.getDeclaredConstructors();
        Arrays.sort(cs, Comparator.comparing((Constructor<?> c) -> c.getParameterCount()).thenComparing(c -> Arrays.toString(c.getParameterTypes())));
        for (Constructor<?> c : cs) {
            System.out.println(Modifier.toString(c.getModifiers()) + " " + c.getName() + Arrays.toString(c.getParameterTypes()) + Arrays.toString(c.getExceptionTypes()) + c.isVarArgs());
        }
        Object o = k.getDeclaredConstructor().newInstance();
        Object o2 = k.getDeclaredConstructor(int.class, String[].class).newInstance(10, new String[] {"a", "b"});
        System.out.println(k.getMethod("act", int.class).invoke(o, 7) + "" + k.getMethod("act", int.class).invoke(o2, (short) 3) + k.getDeclaredMethod("add", int.class, long.class).invoke(o, 'a', 5) + k.getDeclaredMethod("half", float.class).invoke(o, 5) + k.getDeclaredMethod("next", char.class).invoke(null, 'x') + k.getDeclaredMethod("join", String.class, Object[].class).invoke(null, "j", new Object[] {1, 2}) + k.getDeclaredMethod("nothing").invoke(o) + k.getMethod("pick", Number.class, Number.class).invoke(o, 4, 9));
        System.out.println(attempt(() -> k.getDeclaredMethod("fails").invoke(o)) + attempt(() -> k.getMethod("act", int.class).invoke(o, "s")) + attempt(() -> k.getMethod("act", int.class).invoke(o, 5L)) + attempt(() -> k.getMethod("act", int.class).invoke(null, 5)) + attempt(() -> k.getMethod("act", int.class).invoke("wrong", 5)) + attempt(() -> k.getMethod("act", int.class).invoke(o)) + attempt(() -> k.getMethod("act", int.class).invoke(o, (Object) null)) + attempt(() -> k.getMethod("missing")) + attempt(() -> k.getField("i")) + attempt(() -> k.getDeclaredConstructor(double.class).newInstance(-1.0)) + attempt(() -> Base.class.getDeclaredConstructor().newInstance()) + attempt(() -> Class.forName("No.Such")) + attempt(() -> k.getDeclaredConstructor(String.class)));
        Field fi = k.getDeclaredField("i");
        fi.set(o, 42);
        fi.setInt(o, fi.getInt(o) + 1);
        fi.set(o, (byte) 9);
        System.out.println(fi.get(o) + " " + fi.getLong(o) + " " + fi.getDouble(o) + attempt(() -> { fi.set(o, 5L); return 1; }) + attempt(() -> { fi.setLong(o, 1); return 1; }) + attempt(() -> fi.getByte(o)) + attempt(() -> { fi.set(o, null); return 1; }));
        k.getDeclaredField("s").set(null, "changed");
        k.getField("d").setFloat(o, 1.5f);
        k.getDeclaredField("c").setChar(o, 'q');
        System.out.println(Target.s + ((Target) o).d + ((Target) o).c + k.getField("CONST").getLong(null) + Base.class.getDeclaredField("inherited").get(o) + attempt(() -> { k.getDeclaredField("z").set(o, false); return 1; }));
        System.out.println(k.getSuperclass().getSimpleName() + Arrays.toString(k.getInterfaces()) + Modifier.toString(k.getModifiers()) + Modifier.toString(Base.class.getModifiers()) + Modifier.toString(Runnable.class.getModifiers()) + k.getMethod("act", int.class).equals(k.getMethod("act", int.class)) + k.getMethod("common").getDeclaringClass().getSimpleName());
        System.out.println(k.getMethod("act", int.class) + " " + k.getDeclaredField("i") + " " + k.getDeclaredConstructor(double.class) + " " + k.getMethod("pick", Number.class, Number.class).toGenericString());
        StringBuilder sb = new StringBuilder();
        for (Class<?> c = k; c != null; c = c.getSuperclass()) {
            sb.append(c.getName()).append('>');
        }
        System.out.println(sb);
    }
}
