import java.lang.invoke.CallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.invoke.WrongMethodTypeException;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;

/** Lambdas made by hand, and lookups that fail. */
public class DirectMetafactory {
    int field;
    private int hidden;

    static int add(int a, int b) {
        return a + b;
    }

    static String join(String prefix, Object value) {
        return prefix + value;
    }

    private void secret() {}

    static void attempt(String what, java.util.concurrent.Callable<?> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Throwable e) {
            System.out.println(what + " ! " + e.toString().replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandles.Lookup open = MethodHandles.publicLookup();
        MethodType binary = MethodType.methodType(int.class, int.class, int.class);
        MethodHandle add = lookup.findStatic(DirectMetafactory.class, "add", binary);
        CallSite site = LambdaMetafactory.metafactory(
            lookup, "applyAsInt", MethodType.methodType(IntBinaryOperator.class), binary, add, binary);
        System.out.println(((IntBinaryOperator) site.getTarget().invokeExact()).applyAsInt(20, 22));
        MethodType generic = MethodType.methodType(Object.class, Object.class);
        MethodHandle join = lookup.findStatic(
            DirectMetafactory.class, "join", MethodType.methodType(String.class, String.class, Object.class));
        CallSite capturing = LambdaMetafactory.metafactory(
            lookup, "apply", MethodType.methodType(Function.class, String.class), generic, join,
            MethodType.methodType(String.class, Object.class));
        @SuppressWarnings("unchecked")
        Function<Object, Object> function = (Function<Object, Object>) capturing.getTarget().invoke("<");
        System.out.println(function.apply(7));
        MethodType none = MethodType.methodType(void.class);
        attempt("private method", () -> open.findVirtual(DirectMetafactory.class, "secret", none));
        attempt("private field", () -> open.findGetter(DirectMetafactory.class, "hidden", int.class));
        attempt("package class", () -> open.findVirtual(Aside.class, "run", none));
        attempt("other private", () -> lookup.findVirtual(Aside.class, "secret", none));
        attempt("other constructor", () -> lookup.findConstructor(Aside.class, MethodType.methodType(void.class, int.class)));
        VarHandle handle = lookup.findVarHandle(DirectMetafactory.class, "field", int.class);
        try {
            handle.set(new DirectMetafactory(), "text");
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object[] array = new Object[Integer.MAX_VALUE];
        } catch (OutOfMemoryError e) {
            System.out.println(e.getMessage());
        }
    }
}

class Aside {
    Aside() {}

    private Aside(int i) {}

    public void run() {}

    private void secret() {}
}
