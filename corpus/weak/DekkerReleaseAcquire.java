// A release does not come before an acquire of another variable.
// sc: proved
// jmm: violated assertion
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class DekkerReleaseAcquire {
    static int x, y, r1, r2;
    static final VarHandle X = handle(DekkerReleaseAcquire.class, "x", int.class);
    static final VarHandle Y = handle(DekkerReleaseAcquire.class, "y", int.class);

    static VarHandle handle(Class<?> of, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(of, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            X.setRelease(1);
            r1 = (int) Y.getAcquire();
        }, "one");
        Thread two = new Thread(() -> {
            Y.setRelease(1);
            r2 = (int) X.getAcquire();
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
