// Plain fields that are only used in volatile mode are as good as volatile fields.
// sc: proved
// jmm: proved
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DekkerVolatileHandle {
    static int x, y, r1, r2;
    static final VarHandle X = handle(DekkerVolatileHandle.class, "x", int.class);
    static final VarHandle Y = handle(DekkerVolatileHandle.class, "y", int.class);

    static VarHandle handle(Class<?> of, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(of, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            X.setVolatile(1);
            r1 = (int) Y.getVolatile();
        }, "one");
        Thread two = new Thread(() -> {
            Y.setVolatile(1);
            r2 = (int) X.getVolatile();
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        if (r1 == 0 && r2 == 0) {
            throw new AssertionError("both entered");
        }
    }
}
