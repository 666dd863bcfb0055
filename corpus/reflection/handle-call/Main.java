import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

public class Main {
    static int n;

    static void add() {
        n++;
    }

    public static void main(String[] args) throws Throwable {
        MethodHandle add = MethodHandles.lookup().findStatic(Main.class, "add", MethodType.methodType(void.class));
        Thread t = new Thread(() -> {
            try {
                add.invokeExact();
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        n++;
        t.join();
    }
}
