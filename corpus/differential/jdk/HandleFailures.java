import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.List;

/** What lookups and handles refuse, in the words of the JDK. */
public class HandleFailures {
    int field;
    static long counter;
    String text;

    class Inner {
        private void hidden() {}
    }

    interface Action {
        Object run() throws Throwable;
    }

    static Object same(Object value) {
        return value;
    }

    static void pair(int a, int b) {}

    static void attempt(String what, Action action) {
        try {
            System.out.println(what + ": " + action.run());
        } catch (Throwable thrown) {
            String message = String.valueOf(thrown.getMessage()).replaceAll("@[0-9a-f]+", "@");
            System.out.println(what + ": " + thrown.getClass().getSimpleName() + ": " + message);
        }
    }

    public static void main(String[] args) throws Throwable {
        Lookup lookup = MethodHandles.lookup();
        Class<?> own = HandleFailures.class;
        attempt("static getter", () -> lookup.findStaticGetter(own, "field", int.class));
        attempt("static setter", () -> lookup.findStaticSetter(own, "field", int.class));
        attempt("getter", () -> lookup.findGetter(own, "counter", long.class));
        attempt("variable", () -> lookup.findVarHandle(own, "counter", long.class));
        MethodType nothing = MethodType.methodType(void.class);
        attempt("special", () -> lookup.findSpecial(Inner.class, "hidden", nothing, own));
        MethodType length = MethodType.methodType(int.class);
        attempt("unrelated special", () -> lookup.findSpecial(String.class, "length", length, own));
        attempt("foreign special", () -> lookup.findSpecial(String.class, "length", length, String.class));

        MethodHandle same = lookup.findStatic(own, "same", MethodType.methodType(Object.class, Object.class));
        attempt("result", () -> (Integer) same.invoke((Object) "s"));
        attempt("own result", () -> (HandleFailures) same.invoke((Object) "s"));
        attempt("interface", () -> (List<?>) same.invoke((Object) "s"));
        attempt("null result", () -> (Integer) same.invoke((Object) null));
        attempt("receiver", () -> lookup.findGetter(own, "field", int.class).invoke((Object) "s"));
        attempt("argument", () -> lookup.findVirtual(String.class, "length", length).invokeWithArguments(5));
        MethodHandle pair =
            lookup.findStatic(own, "pair", MethodType.methodType(void.class, int.class, int.class)).asSpreader(Object[].class, 2);
        attempt("no array", () -> pair.invoke((Object[]) null));
        attempt("long array", () -> pair.invoke(new Object[3]));

        VarHandle variable = lookup.findVarHandle(own, "text", String.class);
        attempt("value", () -> {
            variable.set(new HandleFailures(), (Object) 5);
            return "set";
        });
        attempt("holder", () -> {
            variable.set((Object) "s", "t");
            return "set";
        });
        attempt("sum", () -> variable.getAndAdd(new HandleFailures(), "t"));
        attempt("no arguments", () -> {
            variable.get();
            return "got";
        });

        byte[] file = own.getResourceAsStream("HandleFailures.class").readAllBytes();
        byte[] foreign = own.getResourceAsStream("/java/lang/Runnable.class").readAllBytes();
        attempt("public", () -> MethodHandles.publicLookup().defineHiddenClass(file, true));
        attempt("package", () -> lookup.in(String.class).defineClass(file));
        attempt("foreign hidden", () -> lookup.defineHiddenClass(foreign, true));
        attempt("foreign class", () -> lookup.defineClass(foreign));
        attempt("empty", () -> lookup.defineHiddenClass(new byte[0], true));
        attempt("magic", () -> lookup.defineHiddenClass(new byte[] {1, 2, 3, 4}, true));
        attempt("no data", () -> lookup.defineHiddenClassWithClassData(file, null, true));
    }
}
