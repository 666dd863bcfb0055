import java.util.ArrayList;
import java.util.List;

public class OutOfMemoryArrays {
    static int caught;

    static boolean fails(Runnable r) {
        try {
            r.run();
            return false;
        } catch (OutOfMemoryError e) {
            caught++;
            return true;
        }
    }

    static Object keep;

    public static void main(String[] args) {
        System.out.println(fails(() -> keep = new long[Integer.MAX_VALUE]));
        System.out.println(fails(() -> keep = new double[Integer.MAX_VALUE]));
        System.out.println(fails(() -> keep = new Object[Integer.MAX_VALUE]));
        System.out.println(fails(() -> keep = new int[Integer.MAX_VALUE][Integer.MAX_VALUE]));
        System.out.println(fails(() -> keep = new byte[Integer.MAX_VALUE]));
        System.out.println(keep == null);
        System.out.println(fails(() -> keep = new byte[100]));
        System.out.println(fails(() -> "ab".repeat(Integer.MAX_VALUE)));
        List<String> l = new ArrayList<>();
        try {
            l = new ArrayList<>(Integer.MAX_VALUE);
            System.out.println("allocated");
        } catch (VirtualMachineError e) {
            System.out.println(e.getClass().getName() + " " + l.size());
        }
        try {
            try {
                keep = new long[Integer.MAX_VALUE];
            } finally {
                System.out.println("finally");
            }
        } catch (Throwable t) {
            System.out.println(t instanceof OutOfMemoryError);
        }
        try {
            throw new OutOfMemoryError("by hand");
        } catch (Error e) {
            System.out.println(e);
        }
        System.out.println(caught + " " + ((byte[]) keep).length);
    }
}
