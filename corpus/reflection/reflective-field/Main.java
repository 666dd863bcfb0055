import java.lang.reflect.Field;

public class Main {
    static int n;
    static volatile boolean done;

    public static void main(String[] args) throws Exception {
        Field field = Main.class.getDeclaredField("n");
        Thread t = new Thread(() -> {
            try {
                field.setInt(null, 1);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        assert n == 0 || n == 1;
        t.join();
        assert n == 1;
    }
}
