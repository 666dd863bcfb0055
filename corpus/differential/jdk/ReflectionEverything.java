import java.lang.reflect.*;
import java.util.*;

public class ReflectionEverything {
    static class P {
        protected String base = "b";
        public void pub() {}
    }
    static final class T extends P implements Comparable<T>, Cloneable {
        private int secret = 7;
        public static final String CONST = "c";
        volatile long vol;
        transient byte tr;
        int[] arr = {1, 2};
        public T() {}
        private T(int s) {
            secret = s;
        }
        protected T(String... v) throws java.io.IOException {
            throw new java.io.IOException("ctor " + v.length);
        }
        private String hide(int a, String b) {
            return a + b + secret;
        }
        public static synchronized int add(int a, long b) {
            return (int) (a + b);
        }
        public int compareTo(T o) {
            return secret - o.secret;
        }
        void boom() {
            throw new IllegalStateException("boom");
        }
        native void nat();
        strictfp double sf() {
            return 1;
        }
    }
    static Object tryIt(java.util.concurrent.Callable<?> c) {
        try {
            return c.call();
        } catch (InvocationTargetException e) {
            return "ITE " + e.getCause();
        } catch (Exception e) {
            return e.getClass().getSimpleName() + ": " + e.getMessage();
        }
    }
    static <M extends Member> List<String> names(M[] ms) {
        List<String> l = new ArrayList<>();
        for (M m : ms) l.add(m.toString());
        Collections.sort(l);
        return l;
    }
    public static void main(String[] args) throws Exception {
        Class<T> c = T.class;
        System.out.println(Modifier.toString(c.getModifiers()) + " " + c.getSuperclass()
                + Arrays.toString(c.getInterfaces()) + c.getPackageName() + "|" + c.getTypeName()
                + c.getCanonicalName() + c.isMemberClass() + c.getNestHost().getSimpleName());
        names(c.getDeclaredMethods()).forEach(System.out::println);
        names(c.getDeclaredFields()).forEach(System.out::println);
        names(c.getDeclaredConstructors()).forEach(System.out::println);
        Constructor<T> k = c.getDeclaredConstructor(int.class);
        k.setAccessible(true);
        T t = k.newInstance(9);
        Field f = c.getDeclaredField("secret");
        f.setAccessible(true);
        System.out.println(f.getInt(t) + " " + f.get(t));
        f.setInt(t, 11);
        Method m = c.getDeclaredMethod("hide", int.class, String.class);
        m.setAccessible(true);
        System.out.println(m.invoke(t, 1, "x") + " " + c.getMethod("add", int.class, long.class).invoke(null,
                (byte) 3, 4));
        System.out.println(tryIt(() -> c.getDeclaredMethod("boom").invoke(t)));
        System.out.println(tryIt(() -> m.invoke(t, "wrong", 1)));
        System.out.println(tryIt(() -> m.invoke(t)));
        System.out.println(tryIt(() -> m.invoke("notT", 1, "a")));
        System.out.println(tryIt(() -> m.invoke(null, 1, "a")));
        System.out.println(tryIt(() -> c.getMethod("hide")));
        System.out.println(tryIt(() -> c.getField("secret")));
        System.out.println(tryIt(() -> f.getLong(t)));
        System.out.println(tryIt(() -> f.getBoolean(t)));
        System.out.println(tryIt(() -> { f.set(t, "str"); return 0; }));
        System.out.println(tryIt(() -> { c.getField("CONST").set(null, "z"); return 0; }));
        System.out.println(tryIt(() ->
                c.getDeclaredConstructor(String[].class).newInstance((Object) new String[] {"q"})));
        System.out.println(tryIt(() -> Runnable.class.getDeclaredConstructor()));
        System.out.println(tryIt(() -> Number.class.getDeclaredConstructor().newInstance()));
        System.out.println(tryIt(() -> Class.forName("[I").getName() + Class.forName("java.util.Map$Entry")));
        System.out.println(tryIt(() -> int.class.getDeclaredMethods().length + void.class.getName() + Integer.TYPE
                + long[].class.arrayType()));
        System.out.println(tryIt(() -> { Field v = String.class.getDeclaredField("value"); v.setAccessible(true);
                return 1; }).toString().split(":")[0]);
        System.out.println(Arrays.toString(m.getParameterTypes()) + m.getReturnType() + m.getParameterCount()
                + Modifier.isPrivate(m.getModifiers()) + m.isVarArgs()
                + c.getDeclaredConstructor(String[].class).isVarArgs()
                + Arrays.toString(c.getDeclaredConstructor(String[].class).getExceptionTypes()));
        System.out.println(P.class.isAssignableFrom(c) + " " + c.isInstance(t) + c.cast(t).compareTo(new T()) + " "
                + Integer.class.isInstance(5) + c.desiredAssertionStatus() + c.isHidden() + c.isPrimitive()
                + Object[].class.isAssignableFrom(String[].class));
        System.out.println(c.getMethod("pub").getDeclaringClass().getSimpleName() + " " + c.getMethod("hashCode")
                + " " + c.asSubclass(P.class).getSimpleName() + " " + tryIt(() ->
                c.asSubclass(String.class.getClass().cast(Integer.class))));
        System.out.println(f.equals(c.getDeclaredField("secret")) + " " + f.hashCode() + " "
                + m.equals(c.getDeclaredMethod("hide", int.class, String.class)) + " "
                + f.getDeclaringClass().getSimpleName() + f.canAccess(t) + f.isSynthetic());
    }
}
