import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

public class CastChecks {
    interface Walks { }

    interface Swims { }

    static class Animal implements Walks { }

    static class Duck extends Animal implements Swims { }

    static final class Rock { }

    enum Color { RED { }, BLUE }

    static int count;

    static void attempt(String label, Runnable r) {
        count++;
        try {
            r.run();
            System.out.println(label + " ok");
        } catch (ClassCastException e) {
            System.out.println(label + " CCE " + e.getMessage());
        }
    }

    @SuppressWarnings("unchecked")
    static <T> T unchecked(Object o) {
        return (T) o;
    }

    static <T extends Comparable<T>> T bounded(Object o) {
        @SuppressWarnings("unchecked")
        T t = (T) o;
        return t;
    }

    public static void main(String[] args) {
        Object duck = new Duck();
        Object animal = new Animal();
        Object rock = new Rock();
        Object ints = new int[2];
        Object strs = new String[][] {{"a"}};
        attempt("duck animal", () -> { Animal a = (Animal) duck; });
        attempt("animal duck", () -> { Duck d = (Duck) animal; });
        attempt("animal swims", () -> { Swims s = (Swims) animal; });
        attempt("duck swims", () -> { Swims s = (Swims) duck; });
        attempt("rock walks", () -> { Walks s = (Walks) rock; });
        attempt("null anything", () -> { Rock s = (Rock) null; });
        attempt("ints long[]", () -> { long[] s = (long[]) ints; });
        attempt("ints Object[]", () -> { Object[] s = (Object[]) ints; });
        attempt("ints Cloneable", () -> { Cloneable s = (Cloneable) ints; });
        attempt("ints Serializable", () -> { Serializable s = (Serializable) ints; });
        attempt("ints Runnable", () -> { Runnable s = (Runnable) ints; });
        attempt("strs Object[][]", () -> { Object[][] s = (Object[][]) strs; });
        attempt("strs Object[]", () -> { Object[] s = (Object[]) strs; });
        attempt("strs CharSequence[][]", () -> { CharSequence[][] s = (CharSequence[][]) strs; });
        attempt("strs Serializable[]", () -> { Serializable[] s = (Serializable[]) strs; });
        attempt("strs String[]", () -> { String[] s = (String[]) strs; });
        attempt("strs Integer[][]", () -> { Integer[][] s = (Integer[][]) strs; });
        attempt("Integer as String", () -> { Object o = 1; String s = (String) o; });
        attempt("Integer as int", () -> { Object o = 1; int i = (int) o; });
        attempt("Long as int", () -> { Object o = 1L; int i = (int) o; });
        attempt("Integer as Number as Long", () -> { Number o = 1; Long i = (Long) o; });
        attempt("generic return", () -> { String s = unchecked(5); });
        attempt("generic ignored", () -> { unchecked(5); });
        attempt("generic to Object", () -> { Object s = unchecked(5); });
        attempt("bounded", () -> { bounded(new Object()); });
        attempt("enum body", () -> { Object o = Color.RED; Color c = (Color) o; });
        attempt("intersection", () -> { Object o = (Animal & Swims) duck; });
        attempt("intersection bad", () -> { Object o = (Animal & Swims) animal; });
        attempt("lists", () -> {
            List<String> l = new ArrayList<>();
            @SuppressWarnings({"unchecked", "rawtypes"})
            boolean b = ((List) l).add(42);
            String s = l.get(0);
        });
        System.out.println((duck instanceof Swims) + " " + (animal instanceof Swims) + " " + (duck instanceof Walks) + " " + (rock instanceof Rock));
        System.out.println((ints instanceof int[]) + " " + (ints instanceof Object[]) + " " + (ints instanceof Cloneable) + " " + (ints instanceof Serializable));
        System.out.println((strs instanceof Object[]) + " " + (strs instanceof Object[][]) + " " + (strs instanceof Comparable[][]) + " "
            + (strs instanceof Number[][]) + " " + (strs instanceof Cloneable[]) + " " + (strs instanceof String[]));
        Object nothing = null;
        System.out.println(nothing instanceof Object);
        System.out.println(Object[].class.isInstance(strs) + " " + Cloneable[].class.isAssignableFrom(int[][].class) + " " + Cloneable[].class.isAssignableFrom(int[].class));
        try {
            Swims.class.cast(animal);
        } catch (ClassCastException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(count);
    }
}
