import java.io.*;
import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;
import java.nio.*;

public class HiddenClassesAndViews {
    static int secret() {
        return 42;
    }

    interface SerFn extends Function<String, Integer>, Serializable { }
    static class Cap implements Serializable {
        int k = 4;
        SerFn f() {
            return s -> s.length() + k;
        }
        private static final long serialVersionUID = 1;
    }

    static class Loader extends ClassLoader {
        Loader() {
            super(HiddenClassesAndViews.class.getClassLoader());
        }
        Class<?> def(String n, byte[] b) {
            return defineClass(n, b, 0, b.length);
        }
    }

    static byte[] bytes(String n) throws Exception {
        try (InputStream in = HiddenClassesAndViews.class.getResourceAsStream(n + ".class")) {
            return in.readAllBytes();
        }
    }

    public static void main(String[] a) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        System.out.println(l.findClass("HiddenModel") + " " + l.accessClass(HiddenModel.class) + " "
                + l.ensureInitialized(HiddenModel.class));
        MethodHandles.Lookup h = l.defineHiddenClass(bytes("HiddenModel"), true,
                MethodHandles.Lookup.ClassOption.NESTMATE);
        Class<?> hc = h.lookupClass();
        System.out.println(hc.isHidden() + " " + hc.getName().startsWith("HiddenModel/0x") + " "
                + (hc != HiddenModel.class) + hc.getSimpleName().startsWith("HiddenModel"));
        Object o = hc.getDeclaredConstructor().newInstance();
        System.out.println(o + " " + new HiddenModel() + new HiddenModel() + hc.getDeclaredMethod("call").invoke(o));
        SerFn f = new Cap().f(), g = String::length;
        Function<Integer, String> q = (Function<Integer, String> & Serializable) x -> "q" + x;
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        try (ObjectOutputStream oo = new ObjectOutputStream(bo)) {
            oo.writeObject(f);
            oo.writeObject(g);
            oo.writeObject(q);
        }
        try (ObjectInputStream oi = new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray()))) {
            SerFn f2 = (SerFn) oi.readObject();
            SerFn g2 = (SerFn) oi.readObject();
            @SuppressWarnings("unchecked") Function<Integer, String> q2 = (Function<Integer, String>) oi.readObject();
            System.out.println(f2.apply("abc") + " " + g2.apply("four") + q2.apply(3));
        }
        VarHandle bv = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
        ByteBuffer bb = ByteBuffer.allocate(16);
        bv.set(bb, 0, 0x01020304);
        System.out.println(bb.get(0) + " " + (int) bv.get(bb, 0) + " " + bv.varType() + bv.coordinateTypes());
        try {
            bv.get(bb, 13);
        } catch (IndexOutOfBoundsException e) {
            System.out.println("ioobe");
        }
        try {
            bv.set(bb.asReadOnlyBuffer(), 0, 1);
        } catch (ReadOnlyBufferException e) {
            System.out.println("ro");
        }
    }
}
class HiddenModel {
    static int made;
    int id = ++made;
    int call() {
        return 42 + id;
    }

    public String toString() {
        return "HiddenModel" + id;
    }
}
