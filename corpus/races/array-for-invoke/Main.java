import java.lang.reflect.Method;

/** The arguments of a reflective call are in an array that another thread changes. */
public class Main {
    private static final Object[] ARGUMENTS = {1};

    public static void main(String[] args) throws ReflectiveOperationException {
        Method method = Main.class.getDeclaredMethod("show", Object.class);
        new Thread(() -> ARGUMENTS[0] = 2).start();
        method.invoke(null, ARGUMENTS);
    }

    static void show(Object value) {
        System.out.println(value);
    }
}
