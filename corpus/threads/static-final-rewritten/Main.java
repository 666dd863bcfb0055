import java.lang.reflect.Field;
import sun.misc.Unsafe;

/** A static final field is written by Unsafe before another thread is told to read it. */
public class Main {
    private static final Integer VALUE = Integer.valueOf(1000);
    private static volatile boolean written;

    public static void main(String[] args) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        Field value = Main.class.getDeclaredField("VALUE");
        new Thread(() -> {
            if (written) {
                System.out.println(VALUE);
            }
        }).start();
        unsafe.putObject(unsafe.staticFieldBase(value), unsafe.staticFieldOffset(value), 2000);
        written = true;
    }
}
