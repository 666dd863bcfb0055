// An opaque flag says nothing about the data.
// sc: proved
// jmm: violated assertion
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class MessageOpaque {
    static int data;
    static int flag;
    static final VarHandle FLAG = handle(MessageOpaque.class, "flag", int.class);

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
            FLAG.setOpaque(1);
        }, "one");
        Thread two = new Thread(() -> {
            if ((int) FLAG.getOpaque() == 1 && data == 0) {
                throw new AssertionError("no data");
            }
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
