import java.lang.reflect.Field;

/** Both threads reach a static field by reflection, so neither access is in the program's own code. */
public class Main {
    public static int value;

    public static void main(String[] args) throws Exception {
        Field field = Main.class.getField("value");
        Thread writer = new Thread(() -> {
            try {
                field.setInt(null, 1);
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        int seen = field.getInt(null);
        writer.join();
        System.out.println(seen);
    }
}
