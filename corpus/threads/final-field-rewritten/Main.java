import java.lang.reflect.Field;

/** A final field is written by reflection while another thread may read it. */
public class Main {
    private final int value = Integer.parseInt("1");

    public static void main(String[] args) throws ReflectiveOperationException {
        Main main = new Main();
        Field field = Main.class.getDeclaredField("value");
        field.setAccessible(true);
        new Thread(() -> System.out.println(main.value)).start();
        field.setInt(main, 2);
    }
}
