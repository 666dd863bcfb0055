import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;

/** A handle that was made while one thread ran writes a final field that another one reads. */
public class Main {
    private final Integer number = Integer.valueOf(1);

    public static void main(String[] args) throws Exception {
        Main shared = new Main();
        Field field = Main.class.getDeclaredField("number");
        field.setAccessible(true);
        MethodHandle setter = MethodHandles.lookup().unreflectSetter(field);
        Thread writer = new Thread(() -> {
            try {
                setter.invoke(shared, Integer.valueOf(4));
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        assert shared.number == 1;
        writer.join();
    }
}
