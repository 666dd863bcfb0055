// An opaque write is seen in the end.
// sc: proved
// jmm: proved
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class SpinOpaque {
    static boolean stop;
    static final VarHandle STOP = handle(SpinOpaque.class, "stop", boolean.class);

    static VarHandle handle(Class<?> of, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(of, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            while (!(boolean) STOP.getOpaque()) {
            }
        }, "worker");
        worker.start();
        STOP.setOpaque(true);
        worker.join();
    }
}
