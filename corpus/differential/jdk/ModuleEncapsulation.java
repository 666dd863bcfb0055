import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/** What reflection may reach of the JDK. The address of the unnamed module differs from run to run. */
public class ModuleEncapsulation {
    static void attempt(String what, Callable<?> action) {
        try {
            System.out.println(what + " = " + action.call());
        } catch (Throwable e) {
            System.out.println(what + " ! " + e.toString().replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) {
        Module base = String.class.getModule();
        Module own = ModuleEncapsulation.class.getModule();
        attempt("private field", () -> {
            Field field = String.class.getDeclaredField("value");
            field.setAccessible(true);
            return field.get("x");
        });
        attempt("try", () -> String.class.getDeclaredField("value").trySetAccessible());
        attempt("without asking", () -> ArrayList.class.getDeclaredField("size").getInt(new ArrayList<>()));
        attempt("package method", () -> {
            Method method = ClassLoader.class.getDeclaredMethod("findBootstrapClassOrNull", String.class);
            method.setAccessible(true);
            return method;
        });
        attempt("constructor", () -> {
            var constructor = Class.forName("java.util.Collections$EmptyList").getDeclaredConstructor();
            constructor.setAccessible(true);
            return constructor;
        });
        attempt("public method of private class", () -> {
            List<?> list = Collections.unmodifiableList(new ArrayList<>());
            return list.getClass().getMethod("size").invoke(list);
        });
        attempt("through interface", () -> List.class.getMethod("size").invoke(Collections.unmodifiableList(new ArrayList<>())));
        attempt("unexported", () -> Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null));
        attempt("opened", () -> {
            Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return field.get(null) != null;
        });
        attempt("protected", () -> Object.class.getDeclaredMethod("clone").invoke(new int[1]));
        attempt("lookup", () -> MethodHandles.privateLookupIn(String.class, MethodHandles.lookup()));
        attempt("open", () -> base.isOpen("java.lang", own) + " " + base.isOpen("java.lang"));
        attempt("exported", () -> base.isExported("java.lang") + " " + base.isExported("jdk.internal.misc")
            + " " + base.isExported("jdk.internal.misc", Class.forName("sun.misc.Unsafe").getModule())
            + " " + base.isExported("jdk.internal.misc", own));
        attempt("own", () -> own.isExported("anything") + " " + own.isNamed() + " " + own.getDescriptor());
        attempt("descriptor", () -> base.getDescriptor().name() + " " + base.getDescriptor().isOpen() + " " + base);
        attempt("addOpens", () -> base.addOpens("java.lang", own));
        attempt("package", () -> ModuleEncapsulation.class.getPackage() + "|" + String.class.getPackage());
    }
}
