import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class Main {
    int n;
    static final VarHandle N;

    static {
        try {
            N = MethodHandles.lookup().findVarHandle(Main.class, "n", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Main m = new Main();
        Thread t = new Thread(() -> {
            int old = (int) N.getAndAdd(m, 1);
            assert old >= 0;
        });
        t.start();
        m.n++;
        t.join();
        System.out.println("n=" + m.n);
    }
}
