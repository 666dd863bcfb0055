import java.lang.reflect.*;
import java.util.*;
import java.util.function.*;

public class GenericsBridgesAndSignatures {
    static abstract class Node<T extends Comparable<? super T>> implements Comparable<Node<T>> {
        T val;
        List<? extends Node<T>> kids;
        abstract T get() throws Exception;
        public int compareTo(Node<T> o) {
            return val.compareTo(o.val);
        }
        <U extends Number & Runnable, X extends Throwable> Map<? super U, T[]> weird(U[] u,
                List<String>... ls) throws X {
            return null;
        }
    }
    static class IntNode extends Node<Integer> {
        IntNode(int v) {
            val = v;
        }
        Integer get() {
            return val;
        }
        class Inner<Q> {
            Q q;
        }
    }
    static <T> T unchecked(Object o) {
        @SuppressWarnings("unchecked") T t = (T) o;
        return t;
    }
    @SafeVarargs static <T> List<T> listOf(T... ts) {
        return Arrays.asList(ts);
    }
    public static void main(String[] args) throws Exception {
        for (Method m : sorted(IntNode.class.getDeclaredMethods())) System.out.println(m + " bridge=" + m.isBridge()
                + " syn=" + m.isSynthetic());
        for (Method m : sorted(Node.class.getDeclaredMethods())) System.out.println(m.toGenericString() + " "
                + Arrays.toString(m.getGenericParameterTypes()) + Arrays.toString(m.getGenericExceptionTypes())
                + m.isVarArgs());
        for (Field f : Node.class.getDeclaredFields()) System.out.println(f.toGenericString() + " "
                + f.getGenericType().getClass().getSimpleName());
        System.out.println(IntNode.class.getGenericSuperclass() + " "
                + Arrays.toString(Node.class.getTypeParameters())
                + Arrays.toString(Node.class.getTypeParameters()[0].getBounds())
                + Arrays.toString(Node.class.getGenericInterfaces()));
        ParameterizedType p = (ParameterizedType) Node.class.getDeclaredField("kids").getGenericType();
        System.out.println(p.getRawType() + " " + p.getOwnerType() + " "
                + ((WildcardType) p.getActualTypeArguments()[0]).getUpperBounds()[0]);
        System.out.println(Node.class.toGenericString() + " " + IntNode.class.toGenericString());
        try {
            String s = unchecked(5);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer i = (Integer) (Object) "x";
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] o = new Integer[1];
            o[0] = "s";
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        List raw = new ArrayList<Integer>();
        raw.add("str");
        List<Integer> li = raw;
        try {
            int x = li.get(0);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(listOf(1, "a", 2.0).get(1) + " " + new IntNode(3).compareTo(new IntNode(5))
                + ((Comparable) new IntNode(1)).compareTo(new IntNode(1)));
        try {
            ((Comparable) new IntNode(1)).compareTo("x");
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        Comparator<String> c = Comparator.<String, Integer>comparing(String::length)
                .thenComparing(Comparator.naturalOrder());
        List<String> l = new ArrayList<>(List.of("bb", "a", "ab", "c"));
        l.sort(c.reversed());
        System.out.println(l);
        BiFunction<? super Integer, ? super Integer, ? extends Number> bf = Math::max;
        System.out.println(bf.apply(1, 2));
        System.out.println(new ArrayList<String>() {}.getClass().getGenericSuperclass());
        Supplier<Supplier<String>> ss = () -> () -> "deep";
        System.out.println(ss.get().get());
    }
    static Method[] sorted(Method[] ms) {
        Arrays.sort(ms, Comparator.comparing(Method::toString));
        return ms;
    }
}
