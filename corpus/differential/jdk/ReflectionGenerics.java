import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

public class ReflectionGenerics {
    static class Box<T extends Number & Comparable<T>, U> extends HashMap<String, List<? super T>> implements Function<T[], U> {
        List<String> strings;
        Map<T, ? extends List<U[]>> nested;
        T plain;
        U[] array;
        List<?>[] wild;
        int[][] prim;
        Map.Entry<String, Integer> entry;

        <X extends Exception & Serializable> List<X> gen(X x, List<? extends T> l, int i) throws X {
            return null;
        }

        @Override
        public U apply(T[] t) {
            return null;
        }

        class In<V> {
            V v;
        }

        In<String> in;
    }

    record Pair<A, B extends Comparable<B>>(A first, List<B> second, int count) { }

    static abstract class TypeRef<T> {
        final Type type;

        TypeRef() {
            type = ((ParameterizedType) getClass().getGenericSuperclass()).getActualTypeArguments()[0];
        }
    }

    static String describe(Type t) {
        if (t instanceof Class<?> c) {
            return "class " + c.getSimpleName();
        }
        if (t instanceof ParameterizedType p) {
            StringBuilder sb = new StringBuilder("param " + ((Class<?>) p.getRawType()).getSimpleName() + "<");
            for (Type a : p.getActualTypeArguments()) {
                sb.append(describe(a)).append(';');
            }
            return sb + ">" + (p.getOwnerType() == null ? "" : " in " + p.getOwnerType().getTypeName());
        }
        if (t instanceof TypeVariable<?> v) {
            return "var " + v.getName();
        }
        if (t instanceof WildcardType w) {
            return "? ext " + Arrays.toString(Arrays.stream(w.getUpperBounds()).map(ReflectionGenerics::describe).toArray()) + " sup " + Arrays.toString(Arrays.stream(w.getLowerBounds()).map(ReflectionGenerics::describe).toArray());
        }
        if (t instanceof GenericArrayType g) {
            return "array of " + describe(g.getGenericComponentType());
        }
        return "?";
    }

    public static void main(String[] args) throws Exception {
        for (TypeVariable<?> v : Box.class.getTypeParameters()) {
            System.out.println(v + " " + Arrays.toString(Arrays.stream(v.getBounds()).map(ReflectionGenerics::describe).toArray()) + " " + v.getGenericDeclaration());
        }
        System.out.println(describe(Box.class.getGenericSuperclass()) + " | " + describe(Box.class.getGenericInterfaces()[0]));
        for (String f : "strings nested plain array wild prim entry in".split(" ")) {
            Field fd = Box.class.getDeclaredField(f);
            System.out.println(f + " " + fd.getGenericType() + " | " + describe(fd.getGenericType()) + " | " + fd.getType().getSimpleName());
        }
        for (Method m : Box.class.getDeclaredMethods()) {
            if (m.getName().equals("gen")) {
                System.out.println(m.toGenericString());
                System.out.println(describe(m.getGenericReturnType()) + Arrays.toString(Arrays.stream(m.getGenericParameterTypes()).map(ReflectionGenerics::describe).toArray()) + Arrays.toString(m.getGenericExceptionTypes()) + m.getReturnType().getSimpleName() + Arrays.toString(m.getParameterTypes()) + m.getTypeParameters().length);
            }
        }
        for (RecordComponent rc : Pair.class.getRecordComponents()) {
            System.out.println(rc.getName() + " " + rc.getType().getSimpleName() + " " + rc.getGenericType() + " " + rc.getAccessor().getName() + " " + rc.getAccessor().invoke(new Pair<>("f", List.of(1), 3)));
        }
        System.out.println(Pair.class.isRecord() + " " + Pair.class.getDeclaredConstructors()[0].getParameterCount() + " " + String.class.getRecordComponents());
        System.out.println(new TypeRef<Map<String, List<Integer>>>() { }.type + " " + new TypeRef<String>() { }.type + " " + new TypeRef<int[]>() { }.type.getTypeName() + " " + new TypeRef<List<String>[]>() { }.type);
        Type a = new TypeRef<List<String>>() { }.type;
        Type b = new TypeRef<List<String>>() { }.type;
        System.out.println(a.equals(b) + " " + (a.hashCode() == b.hashCode()) + " " + a.equals(new TypeRef<List<Integer>>() { }.type));
        System.out.println(List.class.getMethod("of", Object[].class).toGenericString());
        System.out.println(Map.class.getMethod("merge", Object.class, Object.class, java.util.function.BiFunction.class).getGenericReturnType() + " " + ArrayList.class.getGenericSuperclass() + " " + Enum.class.getTypeParameters()[0].getBounds()[0] + " " + Box.class.toGenericString());
    }
}
