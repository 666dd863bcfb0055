// A fence in one thread alone orders nothing for the other one.
// sc: proved
// jmm: violated assertion
import java.lang.invoke.VarHandle;

public class DekkerOneFence {
    static int x, y, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            x = 1;
            VarHandle.fullFence();
            r1 = y;
        }, "one");
        Thread two = new Thread(() -> {
            y = 1;
            r2 = x;
        }, "two");
        one.start();
        two.start();
        one.join();
        two.join();
        if (r1 == 0 && r2 == 0) {
            throw new AssertionError("both entered");
        }
    }
}
