import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

public class ArrayStoreChecks {
    interface Shape { }

    static class Circle implements Shape { }

    static class Disc extends Circle { }

    static void store(Object[] target, int i, Object v) {
        try {
            target[i] = v;
            System.out.println("ok " + target.getClass().getSimpleName() + " <- " + (v == null ? "null" : v.getClass().getSimpleName()));
        } catch (ArrayStoreException e) {
            System.out.println("ASE " + e.getMessage());
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("AIOOBE " + e.getMessage());
        }
    }

    @SafeVarargs
    static <T> T[] array(T... ts) {
        return ts;
    }

    public static void main(String[] args) {
        Object[] strings = new String[2];
        store(strings, 0, "s");
        store(strings, 0, 1);
        store(strings, 1, null);
        store(strings, 5, 1);
        store(strings, -1, "q");
        store(new Integer[1], 0, 1L);
        store(new Number[1], 0, 1L);
        store(new Comparable<?>[1], 0, 'c');
        store(new Comparable<?>[1], 0, new Object());
        store(new Shape[1], 0, new Disc());
        store(new Circle[1], 0, new Disc());
        store(new Disc[1], 0, new Circle());
        store(new Shape[1], 0, "shape");
        store(new Object[1], 0, new int[0]);
        store(new int[1][], 0, new int[0]);
        store(new int[1][], 0, new short[0]);
        store(new Object[1][], 0, new String[0]);
        store(new Object[1][], 0, new int[0][]);
        store(new Object[1][], 0, new int[0]);
        store(new String[1][], 0, new Object[0]);
        store(new Cloneable[1], 0, new int[0]);
        store(new Serializable[1], 0, new int[0]);
        store(new Cloneable[1], 0, "not cloneable");
        store(new Cloneable[1][], 0, new int[0][0]);
        store(new Runnable[1], 0, "not a runnable");
        Object[] rs = new Runnable[1];
        rs[0] = (Runnable) () -> System.out.println("stored lambda");
        ((Runnable) rs[0]).run();
        Object[] generic = array("a", "b");
        System.out.println(generic.getClass().getSimpleName());
        Object[] mixed = array(1, "b");
        System.out.println(mixed.getClass().getComponentType() + " " + mixed.length);
        @SuppressWarnings("unchecked")
        List<String>[] lists = (List<String>[]) new List<?>[2];
        Object[] raw = lists;
        raw[0] = new ArrayList<>(List.of(1, 2));
        try {
            String s = lists[0].get(0);
            System.out.println(s);
        } catch (ClassCastException e) {
            System.out.println("heap pollution found");
        }
        try {
            System.arraycopy(new Object[] {"a", "b", 3, "d"}, 0, strings = new String[4], 0, 4);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
            System.out.println(java.util.Arrays.toString(strings));
        }
        try {
            System.arraycopy(new int[1], 0, new long[1], 0, 1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            System.arraycopy("str", 0, new long[1], 0, 1);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] o = new ArrayList<>(List.of("x")).toArray(new Integer[1]);
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
    }
}
