import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

public class ReflectionClasses {
    class Inner {
        class Deeper { }
    }

    static class Nested { }

    interface Iface { }

    @interface Anno { }

    enum En { A { }, B }

    record Rec(int a) { }

    static Object anon = new Object() { };

    static void names(Class<?> c) {
        System.out.println(c.getName() + " | " + c.getSimpleName() + " | " + c.getTypeName() + " | " + c.getCanonicalName() + " | " + c + " | " + c.getPackageName() + " | " + c.descriptorString() + " | "
            + (c.isInterface() ? "I" : "") + (c.isArray() ? "A" : "") + (c.isPrimitive() ? "P" : "") + (c.isEnum() ? "E" : "") + (c.isRecord() ? "R" : "") + (c.isAnnotation() ? "N" : "") + (c.isAnonymousClass() ? "Y" : "") + (c.isLocalClass() ? "L" : "") + (c.isMemberClass() ? "M" : "")
            + " | " + c.getEnclosingClass() + " | " + c.getDeclaringClass() + " | " + c.getComponentType() + " | " + c.getSuperclass());
    }

    public static void main(String[] args) throws Exception {
        class Local { }
        Supplier<Object> s = () -> new Object() { };
        Object anonInMain = new ArrayList<String>() { };
        for (Class<?> c : new Class<?>[] {int.class, void.class, boolean.class, Integer.class, String.class, int[].class, long[][].class, String[].class, Inner.class, Inner.Deeper.class, Inner.Deeper[].class, Nested.class, Iface.class, Anno.class, En.class, En.A.getClass(), En.B.getClass(), Rec.class, anon.getClass(), Local.class, Local[].class, anonInMain.getClass(), s.get().getClass(), Map.Entry.class, Runnable.class, ReflectionClasses.class, Void.class, Void.TYPE}) {
            names(c);
        }
        System.out.println(Local.class.getEnclosingMethod().getName() + anonInMain.getClass().getEnclosingMethod().getName() + anon.getClass().getEnclosingMethod() + Nested.class.getEnclosingMethod());
        System.out.println(Number.class.isAssignableFrom(Integer.class) + "" + Integer.class.isAssignableFrom(Number.class) + int.class.isAssignableFrom(Integer.class) + Object.class.isAssignableFrom(int[].class) + Object[].class.isAssignableFrom(String[][].class) + long.class.isAssignableFrom(int.class) + Serializable.class.isAssignableFrom(int[].class) + Object.class.isAssignableFrom(Runnable.class) + Comparable.class.isInstance("s") + int.class.isInstance(5) + Integer.class.isInstance(5) + String.class.isInstance(null));
        for (String n : new String[] {"java.lang.String", "[I", "[[Ljava.lang.String;", "ReflectionClasses$Inner", "ReflectionClasses.Inner", "int", "[Lint;", "java/lang/String", "", "ReflectionClasses$1"}) {
            try {
                System.out.print(Class.forName(n) + "; ");
            } catch (ClassNotFoundException e) {
                System.out.print("missing " + e.getMessage() + "; ");
            }
        }
        System.out.println();
        System.out.println((int.class == Integer.TYPE) + "" + (int.class == (Object) Integer.class) + (int[].class == new int[3].getClass()) + (new ArrayList<String>().getClass() == (Object) new ArrayList<Integer>().getClass()) + (String.class == Class.forName("java.lang.String")) + int[].class.arrayType() + int[].class.componentType());
        List<String> members = new ArrayList<>();
        for (Class<?> c : ReflectionClasses.class.getDeclaredClasses()) {
            members.add(c.getSimpleName());
        }
        members.sort(null);
        System.out.println(members + "" + ArrayList.class.getSuperclass() + AbstractList.class.isAssignableFrom(ArrayList.class));
        System.out.println(Arrays.toString(En.class.getEnumConstants()) + En.class.getEnumConstants()[0].getClass().getSuperclass().getSimpleName() + Nested.class.getEnumConstants() + Enum.valueOf(En.class, "B"));
        Object ints = java.lang.reflect.Array.newInstance(int.class, 3);
        java.lang.reflect.Array.set(ints, 1, 7);
        java.lang.reflect.Array.setInt(ints, 2, 'a');
        Object grid = java.lang.reflect.Array.newInstance(String.class, 2, 3);
        Object open = java.lang.reflect.Array.newInstance(int[].class, 2);
        System.out.println(Arrays.toString((int[]) ints) + java.lang.reflect.Array.getLength(grid) + grid.getClass().getSimpleName() + open.getClass().getName() + java.lang.reflect.Array.getLong(ints, 1) + java.lang.reflect.Array.get(ints, 0).getClass().getSimpleName());
        for (Runnable r : List.<Runnable>of(() -> java.lang.reflect.Array.set(ints, 0, "s"), () -> java.lang.reflect.Array.get(ints, 5), () -> java.lang.reflect.Array.getLength("no"), () -> java.lang.reflect.Array.newInstance(int.class, -1), () -> java.lang.reflect.Array.newInstance(void.class, 1), () -> java.lang.reflect.Array.setByte(grid, 0, (byte) 1), () -> java.lang.reflect.Array.getInt(null, 0))) {
            try {
                r.run();
                System.out.print("ok ");
            } catch (RuntimeException e) {
                System.out.print(e.getClass().getSimpleName() + " ");
            }
        }
        System.out.println();
        System.out.println(Integer.class.cast(5) + "" + Nested.class.getDeclaredConstructor().newInstance().getClass().getSimpleName() + Inner.class.getDeclaredConstructors()[0].getParameterCount() + Iface.class.getDeclaredConstructors().length + Rec.class.getRecordComponents()[0] + Nested.class.getModifiers());
    }
}
