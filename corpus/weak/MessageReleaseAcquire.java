// An acquire that sees a release sees what was written before it.
// sc: proved
// jmm: proved
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class MessageReleaseAcquire {
    static int data;
    static int flag;
    static final VarHandle FLAG = handle(MessageReleaseAcquire.class, "flag", int.class);

    static VarHandle handle(Class<?> of, String field, Class<?> type) {
        try {
            return MethodHandles.lookup().findStaticVarHandle(of, field, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            data = 1;
            FLAG.setRelease(1);
        }, "one");
        Thread two = new Thread(() -> {
            if ((int) FLAG.getAcquire() == 1 && data == 0) {
                throw new AssertionError("no data");
            }
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
