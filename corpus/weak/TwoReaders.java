// IRIW with acquire reads: two readers need not agree on the order of two writes.
// sc: proved
// jmm: violated assertion
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class TwoReaders {
    static int x, y;
    static final VarHandle X = handle(TwoReaders.class, "x", int.class);
    static final VarHandle Y = handle(TwoReaders.class, "y", int.class);

    static VarHandle handle(Class<?> of, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(of, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] seen = new int[4];
        Thread[] threads = {
            new Thread(() -> X.setRelease(1)),
            new Thread(() -> Y.setRelease(1)),
            new Thread(() -> {
                seen[0] = (int) X.getAcquire();
                seen[1] = (int) Y.getAcquire();
            }),
            new Thread(() -> {
                seen[2] = (int) Y.getAcquire();
                seen[3] = (int) X.getAcquire();
            }),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (seen[0] == 1 && seen[1] == 0 && seen[2] == 1 && seen[3] == 0) {
            throw new AssertionError("two orders");
        }
    }
}
