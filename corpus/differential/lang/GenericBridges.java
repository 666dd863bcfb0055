import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

public class GenericBridges {
    static abstract class Handler<T> {
        abstract String handle(T t);

        T last;

        void set(T t) {
            last = t;
        }

        T get() {
            return last;
        }
    }

    static class IntHandler extends Handler<Integer> {
        @Override
        String handle(Integer i) {
            return "int " + (i + 1);
        }

        @Override
        void set(Integer i) {
            super.set(i * 2);
        }

        @Override
        Integer get() {
            return super.get() + 1;
        }
    }

    static class Ver implements Comparable<Ver> {
        final int n;

        Ver(int n) {
            this.n = n;
        }

        @Override
        public int compareTo(Ver o) {
            return n - o.n;
        }

        @Override
        public String toString() {
            return "v" + n;
        }
    }

    interface Copy<T extends Copy<T>> {
        T copy();
    }

    static class Doc implements Copy<Doc>, Cloneable {
        String t = "doc";

        @Override
        public Doc copy() {
            return clone();
        }

        @Override
        public Doc clone() {
            try {
                Doc d = (Doc) super.clone();
                d.t += "'";
                return d;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class SubDoc extends Doc {
        @Override
        public SubDoc copy() {
            SubDoc s = (SubDoc) super.copy();
            s.t += "sub";
            return s;
        }
    }

    static <T extends Comparable<? super T>> T max(List<? extends T> l) {
        T best = null;
        for (T t : l) {
            if (best == null || t.compareTo(best) > 0) {
                best = t;
            }
        }
        return best;
    }

    static <A, B, C> Function<A, C> compose(Function<? super A, ? extends B> f, Function<? super B, ? extends C> g) {
        return a -> g.apply(f.apply(a));
    }

    static <T> void swap(T[] a, int i, int j) {
        T t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    static class Stack<E> {
        @SuppressWarnings("unchecked")
        private E[] data = (E[]) new Object[1];
        private int n;

        void push(E e) {
            if (n == data.length) {
                data = Arrays.copyOf(data, n * 2);
            }
            data[n++] = e;
        }

        E pop() {
            E e = data[--n];
            data[n] = null;
            return e;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    public static void main(String[] args) {
        Handler<Integer> h = new IntHandler();
        System.out.println(h.handle(4));
        h.set(10);
        System.out.println(h.get() + " " + h.last);
        Handler raw = h;
        try {
            raw.handle("string");
        } catch (ClassCastException e) {
            System.out.println("bridge cast");
        }
        raw.last = "polluted";
        try {
            int i = h.get();
        } catch (ClassCastException e) {
            System.out.println("get cast");
        }
        Object o = raw.last;
        System.out.println(o);
        System.out.println(max(List.of(new Ver(3), new Ver(9), new Ver(4))) + " " + max(List.of("b", "c", "a")) + " " + max(new ArrayList<Integer>()));
        Doc d = new SubDoc();
        System.out.println(d.copy().t + " " + ((Copy<?>) d).copy().getClass().getSimpleName() + " " + d.copy().copy().t);
        System.out.println(compose((String s) -> s.length(), n -> n * 1.5).apply("four"));
        Integer[] arr = {1, 2, 3};
        GenericBridges.<Object>swap(arr, 0, 2);
        System.out.println(Arrays.toString(arr));
        Stack<String> st = new Stack<>();
        for (String s : "a b c d e".split(" ")) {
            st.push(s);
        }
        System.out.println(st.pop() + st.pop() + st.n);
        try {
            Object[] leak = ((Stack<Object>) (Stack) st).data;
            System.out.println(leak.length);
            String[] bad = st.data;
        } catch (ClassCastException e) {
            System.out.println("erased array");
        }
        List<String> names = new ArrayList<>();
        for (Class<?> c : List.of(IntHandler.class, Ver.class, Doc.class, SubDoc.class)) {
            for (Method m : c.getDeclaredMethods()) {
                names.add(c.getSimpleName() + "." + m.getName() + Arrays.toString(m.getParameterTypes()) + m.getReturnType().getSimpleName() + (m.isBridge() ? " bridge" : "") + (m.isSynthetic() ? " synthetic" : ""));
            }
        }
        names.sort(Comparator.naturalOrder());
        names.forEach(System.out::println);
        Comparable rawc = new Ver(1);
        try {
            rawc.compareTo("x");
        } catch (ClassCastException e) {
            System.out.println("compareTo bridge");
        }
    }
}
