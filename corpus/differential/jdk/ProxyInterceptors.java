import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class ProxyInterceptors {
    interface Greeter {
        String greet(String n) throws java.io.IOException;
        default String twice(String n) throws java.io.IOException {
            return greet(n) + greet(n);
        }
        int sum(int... xs);
        void nothing();
        long prim(byte b, double d, char c);
    }
    static class Impl implements Greeter {
        public String greet(String n) {
            return "hi " + n;
        }
        public int sum(int... xs) {
            return Arrays.stream(xs).sum();
        }
        public void nothing() {
            throw new IllegalStateException("boom");
        }
        public long prim(byte b, double d, char c) {
            return b + (long) d + c;
        }
    }
    public static void main(String[] args) throws Exception {
        Impl impl = new Impl();
        Greeter g = (Greeter) Proxy.newProxyInstance(ProxyInterceptors.class.getClassLoader(),
                new Class<?>[] {Greeter.class, Comparable.class}, (p, m, a) -> { System.out.println("-> "
                + m.getName() + " " + (a == null ? "null" : a.length) + " " + m.getDeclaringClass().getSimpleName());
                if (m.getDeclaringClass() == Object.class) return m.getName().equals("hashCode") ? 42
                : m.getName().equals("equals") ? (Object) (p == a[0]) : "proxy!";
                if (m.isDefault()) return InvocationHandler.invokeDefault(p, m, a);
                if (m.getName().equals("compareTo")) return null; try { return m.invoke(impl, a);
                } catch (InvocationTargetException e) { throw e.getCause(); } });
        System.out.println(g.greet("bob"));
        System.out.println(g.twice("al"));
        System.out.println(g.sum(1, 2, 3) + " " + g.prim((byte) 1, 2.9, 'a'));
        System.out.println(g.hashCode() + " " + g.equals(g) + " " + g);
        try {
            g.nothing();
        } catch (IllegalStateException e) {
            System.out.println(e);
        }
        try {
            ((Comparable) g).compareTo("x");
        } catch (NullPointerException e) {
            System.out.println("npe " + (e.getMessage() != null));
        }
        Greeter bad = (Greeter) Proxy.newProxyInstance(null == null ? ProxyInterceptors.class.getClassLoader() : null,
                new Class<?>[] {Greeter.class}, (p, m, a) -> {
                if (m.getName().equals("greet")) throw new Exception("checked"); return "str"; });
        try {
            bad.greet("x");
        } catch (UndeclaredThrowableException e) {
            System.out.println(e + " " + e.getCause());
        }
        try {
            bad.sum(1);
        } catch (ClassCastException e) {
            System.out.println("cce");
        }
        System.out.println(Proxy.isProxyClass(g.getClass()) + " " + g.getClass().getInterfaces().length + " "
                + Modifier.toString(g.getClass().getModifiers()) + " " + (g instanceof Comparable));
        System.out.println(Proxy.getInvocationHandler(g) instanceof InvocationHandler);
        try {
            Proxy.newProxyInstance(ProxyInterceptors.class.getClassLoader(), new Class<?>[] {String.class}, (p, m,
                    a) -> null);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        try {
            Proxy.getInvocationHandler("x");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        Method gm = Greeter.class.getMethod("sum", int[].class);
        System.out.println(gm.invoke(g, (Object) new int[] {4, 5}) + " " + gm);
        Function<Object, Object> f = (Function<Object,
                Object>) Proxy.newProxyInstance(ProxyInterceptors.class.getClassLoader(),
                new Class<?>[] {Function.class}, (p, m, a) -> m.isDefault() ? InvocationHandler.invokeDefault(p, m, a)
                : a[0] + "!");
        System.out.println(f.andThen(f).compose(x -> x + "?").apply("z"));
    }
}
