/** The types of a method that is looked up are in an array that another thread changes. */
public class Main {
    private static final Class<?>[] TYPES = {int.class};

    public static void main(String[] args) throws ReflectiveOperationException {
        new Thread(() -> TYPES[0] = long.class).start();
        System.out.println(Main.class.getDeclaredMethod("show", TYPES).getParameterTypes()[0]);
    }

    static void show(int value) {}

    static void show(long value) {}
}
