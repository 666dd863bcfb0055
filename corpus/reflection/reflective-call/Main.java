import java.lang.reflect.Method;

public class Main {
    static int n;

    public static void add() {
        n++;
    }

    public static void main(String[] args) throws Exception {
        Method add = Main.class.getMethod("add");
        Thread t = new Thread(() -> {
            try {
                add.invoke(null);
            } catch (ReflectiveOperationException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        n++;
        t.join();
    }
}
