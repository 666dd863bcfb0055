import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class DynamicProxy {
    interface Calc {
        int add(int a, int b);
        long wide(long a, double b, char c, boolean d);
        String name(Object... parts);
        void nothing() throws java.io.IOException;
        default int twice(int x) { return add(x, x); }
        static int st() { return 1; }
    }

    interface Other {
        int add(int a, int b);
        String extra();
    }

    static class Logging implements InvocationHandler {
        final Object target;
        final List<String> log = new ArrayList<>();

        Logging(Object t) {
            target = t;
        }

        @Override
        public Object invoke(Object proxy, Method m, Object[] args) throws Throwable {
            log.add(m.getName() + Arrays.deepToString(args));
            try {
                return m.invoke(target, args);
            } catch (InvocationTargetException e) {
                log.add("threw " + e.getCause().getMessage());
                throw e.getCause();
            }
        }
    }

    static class Real implements Calc {
        @Override public int add(int a, int b) { return a + b; }
        @Override public long wide(long a, double b, char c, boolean d) { return a + (long) b + c + (d ? 1 : 0); }
        @Override public String name(Object... p) { return Arrays.toString(p); }
        @Override public void nothing() throws java.io.IOException { throw new java.io.IOException("io"); }
    }

    @SuppressWarnings("unchecked")
    static <T> T proxy(Class<T> c, InvocationHandler h) {
        return (T) Proxy.newProxyInstance(DynamicProxy.class.getClassLoader(), new Class<?>[] {c}, h);
    }

    static String attempt(java.util.concurrent.Callable<Object> c) {
        try {
            return c.call() + " ";
        } catch (UndeclaredThrowableException e) {
            return "UTE(" + e.getCause().getMessage() + ") ";
        } catch (Exception e) {
            return e.getClass().getSimpleName() + " ";
        }
    }

    public static void main(String[] args) throws Exception {
        Logging h = new Logging(new Real());
        Calc c = proxy(Calc.class, h);
        System.out.println(c.add(2, 3) + " " + c.wide(1L << 40, 2.9, 'a', true) + c.name("x", 1) + c.name() + c.twice(21));
        try {
            c.nothing();
        } catch (java.io.IOException e) {
            System.out.println("io " + e.getMessage());
        }
        System.out.println(c.equals(c) + " " + (c.hashCode() == h.target.hashCode()) + c.toString().startsWith("DynamicProxy$Real"));
        System.out.println(h.log.subList(0, 7) + " " + h.log.size());
        System.out.println(Proxy.isProxyClass(c.getClass()) + " " + (Proxy.getInvocationHandler(c) == h) + (c instanceof Calc) + (c instanceof Proxy) + Arrays.toString(c.getClass().getInterfaces()) + java.lang.reflect.Modifier.isFinal(c.getClass().getModifiers()));
        Object both = Proxy.newProxyInstance(DynamicProxy.class.getClassLoader(), new Class<?>[] {Calc.class, Other.class}, (p, m, a) -> m.getReturnType() == int.class ? (Object) 99 : m.getDeclaringClass().getSimpleName() + "." + m.getName());
        System.out.println(((Other) both).extra() + ((Other) both).add(1, 1) + ((Calc) both).name() + attempt(() -> ((Calc) both).wide(1, 1, 'c', true)));
        Calc nul = proxy(Calc.class, (p, m, a) -> null);
        nul.nothing();
        System.out.println(attempt(() -> nul.add(1, 2)) + nul.name() + attempt(() -> nul.hashCode()) + nul.toString());
        Calc wrong = proxy(Calc.class, (p, m, a) -> "string");
        System.out.println(attempt(() -> wrong.add(1, 1)) + wrong.name());
        Calc sneaky = proxy(Calc.class, (p, m, a) -> { throw new Exception("checked " + m.getName()); });
        System.out.println(attempt(() -> sneaky.add(1, 1)) + attempt(() -> { proxy(Calc.class, (p, m, a) -> { throw new IllegalStateException("rt"); }).add(1, 1); return 0; }));
        Runnable r = proxy(Runnable.class, (p, m, a) -> { System.out.println("run with args " + a); return null; });
        r.run();
        Comparator<String> cmp = proxy(Comparator.class, (p, m, a) -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a) : ((String) a[1]).compareTo((String) a[0]));
        List<String> l = new ArrayList<>(List.of("a", "c", "b"));
        l.sort(cmp);
        System.out.println(l);
        l.sort(cmp.reversed());
        System.out.println(l);
        Map<String, Object> data = new TreeMap<>();
        interface Bean { void setAge(int a); int getAge(); void setName(String n); String getName(); }
        Bean b = proxy(Bean.class, (p, m, a) -> m.getName().startsWith("set") ? data.put(m.getName().substring(3), a[0]) == null ? null : null : data.get(m.getName().substring(3)));
        b.setAge(5);
        b.setName("bean");
        System.out.println(b.getAge() + b.getName() + data + attempt(() -> { data.remove("Age"); return b.getAge(); }));
        System.out.println(attempt(() -> Proxy.newProxyInstance(null, new Class<?>[] {String.class}, (p, m, a) -> null)) + attempt(() -> proxy(Runnable.class, null)) + attempt(() -> Proxy.getInvocationHandler("not a proxy")) + (proxy(Runnable.class, h).getClass() == proxy(Runnable.class, h).getClass()));
    }
}
