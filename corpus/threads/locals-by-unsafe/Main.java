import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** A thread looks at the thread locals of another one, which belong to that thread alone. */
public class Main {
    private static final ThreadLocal<int[]> OWN = ThreadLocal.withInitial(() -> new int[1]);

    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        long locals = unsafe.objectFieldOffset(Thread.class.getDeclaredField("threadLocals"));
        Thread thread = new Thread(() -> OWN.get()[0]++);
        thread.start();
        System.out.println(unsafe.getObject(thread, locals) == null);
    }
}
