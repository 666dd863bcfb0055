import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;

/** Concatenation by calling the factory of call sites, as compilers of other languages do. */
public class DirectStringConcat {
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    static MethodHandle withConstants(String recipe, MethodType type, Object... constants) throws StringConcatException {
        return StringConcatFactory.makeConcatWithConstants(LOOKUP, "join", type, recipe, constants).getTarget();
    }

    public static void main(String[] args) throws Throwable {
        MethodType three = MethodType.methodType(String.class, int.class, String.class, double.class);
        System.out.println((String) withConstants("a\1b\1c\2d\1", three, "K").invokeExact(1, "two", 3.5));
        System.out.println(withConstants("\1\1\1", three).invokeWithArguments(-7, null, -0.0));

        CallSite plain = StringConcatFactory.makeConcat(
                LOOKUP, "join", MethodType.methodType(String.class, char.class, Object.class, long.class, boolean.class));
        System.out.println((String) plain.getTarget().invoke('q', null, 7L, true));
        System.out.println(plain.dynamicInvoker().invokeWithArguments('\u20ac', "\u65e5", Long.MIN_VALUE, false));
        System.out.println(plain.type());

        MethodType one = MethodType.methodType(String.class, Object.class);
        System.out.println((String) withConstants("<\1>", one).invokeExact((Object) new StringBuilder("sb")));
        System.out.println(((String) withConstants("\1", one).invokeExact((Object) null)).length());
        System.out.println((String) withConstants("only text", MethodType.methodType(String.class)).invokeExact());

        try {
            withConstants("\1\1", one);
        } catch (StringConcatException e) {
            System.out.println(e.getMessage());
        }
        try {
            StringConcatFactory.makeConcat(LOOKUP, "join", MethodType.methodType(int.class));
        } catch (StringConcatException e) {
            System.out.println(e.getMessage());
        }
    }
}
