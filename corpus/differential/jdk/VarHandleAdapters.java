// jdk: 25+
import java.lang.invoke.*;
import java.util.List;

public class VarHandleAdapters {
    int x = 4;
    static int[] arr = {1, 2, 3};
    static int parse(String s) {
        return Integer.parseInt(s);
    }
    static String show(int i) {
        return "<" + i + ">";
    }
    static int unshow(String s) {
        return Integer.parseInt(s.replaceAll("[<>]", ""));
    }
    static int twice(int i) {
        return 2 * i;
    }
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup l = MethodHandles.lookup();
        VarHandle x = l.findVarHandle(VarHandleAdapters.class, "x", int.class);
        VarHandle s = MethodHandles.filterValue(x, l.findStatic(VarHandleAdapters.class, "unshow",
                MethodType.methodType(int.class, String.class)), l.findStatic(VarHandleAdapters.class, "show",
                MethodType.methodType(String.class, int.class)));
        VarHandleAdapters o = new VarHandleAdapters();
        System.out.println((String) s.get(o) + s.varType() + s.coordinateTypes()
                + s.accessModeType(VarHandle.AccessMode.GET_AND_SET));
        s.set(o, "<9>");
        System.out.println(o.x + " " + s.compareAndSet(o, "<9>", "<12>") + o.x + (String) s.getAndSetAcquire(o, "<5>")
                + o.x + s.isAccessModeSupported(VarHandle.AccessMode.COMPARE_AND_SET));
        VarHandle a = MethodHandles.arrayElementVarHandle(int[].class);
        VarHandle bound = MethodHandles.insertCoordinates(a, 0, arr);
        System.out.println((int) bound.get(1) + " " + (int) bound.getAndAdd(2, 10) + arr[2] + bound.coordinateTypes());
        VarHandle dropped = MethodHandles.dropCoordinates(bound, 1, String.class);
        System.out.println((int) dropped.getVolatile(0, "ignored"));
        VarHandle perm = MethodHandles.permuteCoordinates(a, List.of(int.class, int[].class), 1, 0);
        perm.setVolatile(0, arr, 77);
        System.out.println(arr[0]);
        VarHandle dbl = MethodHandles.filterCoordinates(a, 1, l.findStatic(VarHandleAdapters.class, "twice",
                MethodType.methodType(int.class, int.class)));
        System.out.println((int) dbl.get(arr, 1));
        VarHandle both = MethodHandles.insertCoordinates(bound, 0, 1);
        System.out.println((int) both.get() + " " + both.toMethodHandle(VarHandle.AccessMode.GET).invoke());
    }
}
