// A full fence between the write and the read in both threads: one of them sees what the other one wrote.
// sc: proved
// jmm: proved
import java.lang.invoke.VarHandle;

public class DekkerFences {
    static int x, y, r1, r2;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            x = 1;
            VarHandle.fullFence();
            r1 = y;
        }, "one");
        Thread two = new Thread(() -> {
            y = 1;
            VarHandle.fullFence();
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
