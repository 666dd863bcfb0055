import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.net.URL;
import java.util.Arrays;
import java.util.List;

/** Loaders, packages, addresses of resources, class data and the limits of arrays. */
public class ClassesAndTheirHomes {
    record Pair<T>(T first, T second) {}

    static class Parallel extends ClassLoader {
        static {
            System.out.println("registered " + ClassLoader.registerAsParallelCapable());
        }
    }

    static class Serial extends ClassLoader {}

    static void tryArray(Class<?> component, int... dimensions) {
        try {
            System.out.println(Array.newInstance(component, dimensions).getClass().getName().length());
        } catch (IllegalArgumentException e) {
            System.out.println(e);
        }
    }

    public static void main(String[] args) throws Throwable {
        System.out.println(new Parallel().isRegisteredAsParallelCapable() + " " + new Serial().isRegisteredAsParallelCapable()
            + " " + ClassLoader.getSystemClassLoader().isRegisteredAsParallelCapable()
            + " " + ClassLoader.getPlatformClassLoader().isRegisteredAsParallelCapable());
        System.out.println(ClassesAndTheirHomes.class.getPackage() == Holder.class.getPackage());
        System.out.println(Arrays.stream(Package.getPackages()).anyMatch(known -> known.getName().equals("java.util")));

        URL url = String.class.getResource("Class.class");
        System.out.println(url + " " + (url.openStream().readAllBytes().length == url.openConnection().getContentLength()));
        System.out.println(ClassLoader.getSystemResource("java/util/List.class") + " "
            + ClassLoader.getSystemResource("java/util/Nothing.class"));

        Lookup lookup = MethodHandles.lookup();
        byte[] file = ClassesAndTheirHomes.class.getResourceAsStream("Holder.class").readAllBytes();
        Lookup hidden = lookup.defineHiddenClassWithClassData(file, List.of("a", "b"), true);
        MethodHandle data = hidden.findStatic(hidden.lookupClass(), "data", MethodType.methodType(Object.class));
        System.out.println(data.invoke() + " " + hidden.lookupClass().isHidden());
        System.out.println(MethodHandles.classData(lookup, "_", Object.class));

        Object deep = Array.newInstance(int.class, new int[255]);
        System.out.println(deep.getClass().getName().length());
        tryArray(deep.getClass(), 1);
        tryArray(deep.getClass(), 1, 1);
        tryArray(int[].class, new int[255]);
        System.out.println(Pair.class.getRecordComponents()[0].getGenericSignature() == "TT;");
        System.out.println(Pair.class.getSimpleName() == Pair.class.getSimpleName());
        System.out.println(Pair.class.getSimpleName() == "Pair");
    }
}

class Holder {
    static Object data() throws Exception {
        return MethodHandles.classData(MethodHandles.lookup(), "_", Object.class);
    }
}
